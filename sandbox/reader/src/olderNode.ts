/**
 * What Node 20 lacks of what is used here. Each file that begins a process or a thread imports this before all others.
 * From Node 24 on nothing of it is needed.
 */
type Lacking = {
  promise: { withResolvers?: unknown };
  map: { groupBy?: unknown };
  process: { threadCpuUsage?: unknown };
};

const { promise, map, process: node }: Lacking = { promise: Promise, map: Map, process };

promise.withResolvers ??= <T>(): PromiseWithResolvers<T> => {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => {};
  let reject: PromiseWithResolvers<T>['reject'] = () => {};
  const made = new Promise<T>((...functions) => ([resolve, reject] = functions));
  return { promise: made, resolve, reject };
};

map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** The time in which the thread did not wait: it is as long, unless the machine is busy with other work. */
node.threadCpuUsage ??= (before?: NodeJS.CpuUsage): NodeJS.CpuUsage => ({
  user: Math.round(performance.eventLoopUtilization().active * 1000) - (before?.user ?? 0),
  system: 0,
});
