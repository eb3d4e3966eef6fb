/**
 * Who may use the server: API tokens, what each allows, and how often. Knows the store's tokens and
 * the web server's seam for access, and nothing of workflows.
 */
@NullMarked
package dev.holdfast.server.access;

import org.jspecify.annotations.NullMarked;
