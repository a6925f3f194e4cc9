import type { Express } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** What the routes at an address take, for anyone who asks: `Allow` of a 405. Empty where there is no route. */
export function methodsAt({ router }: Pick<Express, 'router'>, path: string): readonly string[] {
  const taken = new Set<string>();
  for (const layer of router.stack as unknown as readonly Layer[])
    if (layer.route !== undefined && isAt(layer, path))
      for (const method of Object.keys(layer.route.methods)) taken.add(method.toUpperCase());
  if (taken.size === 0) return [];
  // Express answers HEAD by the route of GET, and we every OPTIONS.
  if (taken.has('GET')) taken.add('HEAD');
  return [...taken.add('OPTIONS')].sort();
}

/** It throws at what cannot be decoded, such as `%zz`. */
function isAt(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
