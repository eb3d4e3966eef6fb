import { post } from '../lib/api.js';

/** Stores the workflow, starts a run of it, and goes to that run's page. */
export async function startRun(text, { key, order, input }) {
  const workflow = await post('/workflows', text);
  const body = {};
  if (key) body.key = key;
  if (order) body.order_id = order;
  if (input !== undefined) body.input = input;
  const run = await post(`/workflows/${workflow.id}/runs`, body);
  location.assign(`/run.html?id=${run.id}`);
}
