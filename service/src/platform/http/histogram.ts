/** A histogram as Prometheus reads it: counts below fixed bounds for each set of labels, from the start of this program on. */

type Series = { counts: number[]; sum: number; total: number }

export type Histogram = {
  /** `labels` as written in the line: `call="x",status="200"`, or empty. */
  observe(seconds: number, labels?: string): void
  lines(): string[]
}

/** `bounds`: upper ones, seconds, in order. A series without labels is there from the beginning, so that rates begin at 0. */
export function createHistogram(name: string, bounds: readonly number[], hasLabels = false): Histogram {
  const all = new Map<string, Series>()
  const seriesOf = (labels: string) => {
    const known = all.get(labels) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 }
    all.set(labels, known)
    return known
  }
  if (!hasLabels) seriesOf('')
  return {
    observe(seconds, labels = '') {
      const series = seriesOf(labels)
      series.total++
      series.sum += seconds
      bounds.forEach((bound, i) => {
        if (seconds <= bound) series.counts[i]!++
      })
    },
    lines() {
      const lines = [`# TYPE ${name} histogram`]
      for (const [labels, { counts, sum, total }] of all) {
        const [inner, own] = labels === '' ? ['', ''] : [`${labels},`, `{${labels}}`]
        bounds.forEach((bound, i) => {
          lines.push(`${name}_bucket{${inner}le="${bound}"} ${counts[i]}`)
        })
        lines.push(
          `${name}_bucket{${inner}le="+Inf"} ${total}`,
          `${name}_sum${own} ${sum}`,
          `${name}_count${own} ${total}`,
        )
      }
      return lines
    },
  }
}

/** A label's value, escaped for quotation marks. */
export const labelValue = (text: string): string =>
  text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
