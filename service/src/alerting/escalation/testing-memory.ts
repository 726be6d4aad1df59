/**
 * Alerts that wait for rules, stored in memory with the logic of the escalation triggers: for thousands of histories.
 */
import type { Decided, EscalationStore } from './escalation.worker.ts'
import { isOpen, MINUTE_MS, type State } from './testing-histories.ts'

type Row = { alert: number; rule: number; opening: number; dueAtMs: number | null; endsAtMs: number; isFired: boolean }

export class Killed extends Error {}

export class MemoryStore implements EscalationStore {
  /** `alert rule opening` in the order of their notices. */
  readonly fired: string[] = []
  /** The next transaction ends without a commit, as by kill -9. */
  diesNext = false
  readonly #state: State
  readonly #rows = new Map<string, Row>()

  constructor(state: State) {
    this.#state = state
  }

  /**
   * After each command, does what the triggers do. `isAnew`: rules or their use changed, so all rows are recomputed.
   */
  plan(isAnew: boolean): void {
    const { alerts, watching } = this.#state
    const wanted = new Set<string>()
    alerts.forEach((alert, index) => {
      for (const rule of isOpen(alert) ? watching[alert.camera]! : []) wanted.add(this.#wait(index, rule, isAnew))
    })
    for (const [key, row] of this.#rows) if (!row.isFired && !wanted.has(key)) this.#rows.delete(key)
  }

  #wait(alert: number, rule: number, isAnew: boolean): string {
    const { alerts, rules } = this.#state
    const { createdAtMs, openSinceMs, opening } = alerts[alert]!
    const key = `${alert} ${rule} ${opening}`
    const row = this.#rows.get(key) ?? {
      alert,
      rule,
      opening,
      dueAtMs: null,
      endsAtMs: createdAtMs + 1440 * MINUTE_MS,
      isFired: false,
    }
    if (!row.isFired && (isAnew || !this.#rows.has(key))) row.dueAtMs = openSinceMs + rules[rule]!.minutes * MINUTE_MS
    this.#rows.set(key, row)
    return key
  }

  async nextAt(): Promise<Date | null> {
    const due = [...this.#rows.values()].flatMap(({ dueAtMs }) => (dueAtMs === null ? [] : [dueAtMs]))
    return due.length > 0 ? new Date(Math.min(...due)) : null
  }

  async settle(now: Date, most: number, decideAll: Parameters<EscalationStore['settle']>[2]): Promise<Decided[]> {
    const due = [...this.#rows.values()]
      .filter(({ dueAtMs }) => dueAtMs !== null && dueAtMs <= now.getTime())
      .slice(0, most)
    const { alerts, rules, timezone, isPro } = this.#state
    const decided = decideAll(
      due.map(({ alert, rule, endsAtMs }) => ({
        tenantId: 'site',
        alertId: String(alert),
        escalationId: String(rule),
        escalationName: String(rule),
        unitId: null,
        openSinceMs: alerts[alert]!.openSinceMs,
        endsAtMs,
        isOpen: isOpen(alerts[alert]!),
        thresholdMinutes: rules[rule]!.minutes,
        isHurried: false,
        activeHours: rules[rule]!.hours,
        timezone,
        packages: isPro ? ['PRO'] : [],
        isSiteDisabled: false,
      })),
    )
    if (this.diesNext) throw new Killed()
    for (const { waiting, decision } of decided) {
      const { opening } = alerts[Number(waiting.alertId)]!
      const key = `${waiting.alertId} ${waiting.escalationId} ${opening}`
      const row = this.#rows.get(key)!
      row.dueAtMs = decision.kind === 'wait' ? decision.untilMs : null
      row.isFired = decision.kind === 'fire'
      if (decision.kind === 'fire') this.fired.push(key)
      if (decision.kind === 'drop') this.#rows.delete(key)
    }
    return decided
  }

  async reconsider(now: Date): Promise<number> {
    const nowMs = now.getTime()
    for (const row of this.#rows.values()) {
      const earliestMs = this.#state.alerts[row.alert]!.openSinceMs + this.#state.rules[row.rule]!.minutes * MINUTE_MS
      const isPutOff = row.dueAtMs === null || row.dueAtMs > earliestMs
      if (!row.isFired && isPutOff && row.endsAtMs >= nowMs) row.dueAtMs = Math.max(nowMs, earliestMs)
    }
    return 0
  }
}
