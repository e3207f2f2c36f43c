/**
 * Puts the metrics of several processes together, in Prometheus' text format: each metric's help and type once, and the samples of all behind them.
 * The processes' samples differ by their label.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, { readonly head: string[]; readonly samples: string[] }>();
  for (const text of texts) {
    let family: { readonly head: string[]; readonly samples: string[] } | null = null;
    let isFirst = false;
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) {
        const name = line.split(' ', 3)[2] ?? '';
        isFirst = !families.has(name);
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
      }
      if (line.startsWith('#')) {
        if (isFirst) family?.head.push(line);
      } else if (line !== '') family?.samples.push(line);
    }
  }
  return [...families.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('\n');
}
