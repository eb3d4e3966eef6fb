package dev.holdfast.server.graph;

import dev.holdfast.engine.Clock;
import dev.holdfast.engine.Engine;
import dev.holdfast.server.expression.Templates;
import java.util.Map;

/**
 * What every run of the interpreter shares.
 *
 * @param actions by name
 */
record Kit(
    Engine engine,
    Clock clock,
    GraphOptions options,
    Map<String, GraphAction> actions,
    Templates templates,
    Requests requests,
    Children children,
    Approvals approvals) {}
