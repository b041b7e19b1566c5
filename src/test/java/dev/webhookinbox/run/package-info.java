/** What {@code mvn -Prun} starts: PostgreSQL and the server with the WAR, stopped together. */
@NullMarked
package dev.webhookinbox.run;

import org.jspecify.annotations.NullMarked;
