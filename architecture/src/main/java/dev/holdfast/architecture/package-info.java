/** Tests of the code base itself. They see every module and are seen by none. */
@NullMarked
package dev.holdfast.architecture;

import org.jspecify.annotations.NullMarked;
