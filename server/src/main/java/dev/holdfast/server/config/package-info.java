/**
 * The settings of a server: flags win over the environment, the environment over {@code
 * holdfast.toml}. Checks values and says where each came from; starts nothing.
 */
@NullMarked
package dev.holdfast.server.config;

import org.jspecify.annotations.NullMarked;
