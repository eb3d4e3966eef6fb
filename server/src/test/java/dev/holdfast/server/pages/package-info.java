/** Tests of the pages, in a real browser. */
@org.jspecify.annotations.NullMarked
package dev.holdfast.server.pages;
