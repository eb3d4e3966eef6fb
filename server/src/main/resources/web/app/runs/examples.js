// Each runs as it is on a server that has just been started.
export const EXAMPLES = [
  {
    name: 'order-processing',
    about: 'Start the example. It takes about seven seconds, and its payment step fails now and then so that you can watch a retry.',
    text: `{
  "name": "order-processing",
  "steps": [
    { "id": "validate", "type": "task",
      "config": { "action": "validate_order",
                  "duration_seconds": 2 } },
    { "id": "charge", "type": "task",
      "depends_on": ["validate"],
      "config": { "action": "charge_payment",
                  "duration_seconds": 3,
                  "fail_probability": 0.3,
                  "max_retries": 2 } },
    { "id": "ship", "type": "task",
      "depends_on": ["charge"],
      "config": { "action": "ship_order",
                  "duration_seconds": 2 } }
  ]
}`,
  },
  {
    name: 'parallel-checks',
    about: 'Four checks at once, then one step that needs them all.',
    text: `{
  "name": "parallel-checks",
  "max_parallel": 4,
  "steps": [
    { "id": "fetch", "type": "task", "config": { "duration_seconds": 1 } },
    { "id": "fraud", "type": "task", "depends_on": ["fetch"], "config": { "duration_seconds": 2 } },
    { "id": "stock", "type": "task", "depends_on": ["fetch"], "config": { "duration_seconds": 3 } },
    { "id": "credit", "type": "task", "depends_on": ["fetch"], "config": { "duration_seconds": 2 } },
    { "id": "address", "type": "task", "depends_on": ["fetch"], "config": { "duration_seconds": 1 } },
    { "id": "decide", "type": "task",
      "depends_on": ["fraud", "stock", "credit", "address"],
      "config": { "duration_seconds": 1 } }
  ]
}`,
  },
  {
    name: 'retries-with-backoff',
    about: 'A step that fails most of the time waits longer before each new attempt.',
    text: `{
  "name": "retries-with-backoff",
  "steps": [
    { "id": "prepare", "type": "task", "config": { "duration_seconds": 1 } },
    { "id": "call-partner", "type": "task",
      "depends_on": ["prepare"],
      "retry": { "max_attempts": 5, "delay": "2s", "multiplier": 2 },
      "config": { "duration_seconds": 1, "fail_probability": 0.7 } }
  ]
}`,
  },
  {
    name: 'labels-and-approval',
    about: 'A loop over items, three at once; then somebody has to approve.',
    text: `{
  "name": "labels-and-approval",
  "steps": [
    { "id": "items", "type": "transform",
      "config": { "value": "\${[1..8].{ \\"sku\\": \\"SKU-\\" & $string($) }}" } },
    { "id": "print-labels", "type": "foreach", "depends_on": ["items"],
      "config": { "items": "\${steps.items.output}", "key": "\${item.sku}", "max_parallel": 3,
                  "steps": [
                    { "id": "print", "type": "task",
                      "config": { "duration_seconds": 1, "fail_probability": 0.2, "max_retries": 3 } } ] } },
    { "id": "pickup", "type": "approval", "depends_on": ["print-labels"], "timeout": "2d" },
    { "id": "ship", "type": "task", "depends_on": ["pickup"] }
  ],
  "output": "\${$count(steps.items.output)}"
}`,
  },
  {
    name: 'always-fails',
    about: 'Three attempts, three errors: what a failed run looks like.',
    text: `{
  "name": "always-fails",
  "steps": [
    { "id": "before", "type": "task", "config": { "duration_seconds": 1 } },
    { "id": "broken", "type": "task",
      "depends_on": ["before"],
      "config": { "duration_seconds": 1, "fail_probability": 1, "max_retries": 2 } },
    { "id": "after", "type": "task", "depends_on": ["broken"] }
  ]
}`,
  },
];
