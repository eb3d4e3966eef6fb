/** Tests of the pages, in a real browser. */
package dev.holdfast.server.pages;
