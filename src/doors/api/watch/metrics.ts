import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

collectDefaultMetrics({ prefix: 'counterfoil_' });
// By convention `_total` ends the name of a counter; on a gauge it invites asking for a rate. The gauges by type, which
// add up to these, stay.
for (const what of ['active_handles_total', 'active_requests_total', 'active_resources_total', 'heap_size_total_bytes'])
  register.removeSingleMetric(`counterfoil_nodejs_${what}`);
new Gauge({
  name: 'counterfoil_nodejs_heap_size_bytes',
  help: 'Process heap size from Node.js in bytes.',
  collect() {
    this.set(process.memoryUsage().heapTotal);
  },
});

const requests = new Histogram({
  name: 'counterfoil_http_request_seconds',
  help: 'Time to answer a request, by route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
});

export function timeRequests(req: Request, res: Response, next: NextFunction): void {
  const stop = requests.startTimer({ method: req.method });
  res.once('finish', () => stop({ route: routeOf(req), status: res.statusCode }));
  next();
}

/** The pattern, not the path: paths contain companies' names, and each would be a series of its own. */
function routeOf(req: Request): string {
  const { path } = (req.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'unknown';
}
