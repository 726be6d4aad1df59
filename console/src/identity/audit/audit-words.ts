/** An act of the audit log in words: a sentence of its own where there is one, else verb and noun, else its plain name. */
import i18next from 'i18next'

/** `camera.patch` as 'Changed camera' or 「カメラを変更」; `session.login` as 'Signed in'. */
export function actWords(action: string): string {
  return sentenceOf(action) ?? composed(action) ?? action
}

function sentenceOf(action: string): string | null {
  return text(`did-${action.replaceAll('.', '-')}`)
}

function composed(action: string): string | null {
  const [first = '', second = ''] = action.split('.')
  const [noun, verb] = [text(`noun-${first}`), text(`verb-${second}`)]
  return noun && verb && text('composed', { noun, verb })
}

function text(key: string, values?: Record<string, string>): string | null {
  const full = `audit.${key}`
  return i18next.exists(full) ? String(i18next.t(full as never, values as never)) : null
}

/** Why it was done; of a connection without a reason, that none was given. */
export function reasonWords({ action, reason }: { action: string; reason: string | null }): string | null {
  return reason ?? (action === 'session.connect' ? text('no-reason') : null)
}

/** `name: さくらの里 → さくらの丘` for what changed, `locale: ja` for other facts; short enough for one line each. */
export function factLines(details: Record<string, unknown>): string[] {
  const { changed, ...facts } = details
  const changes = isRecord(changed)
    ? Object.entries(changed).map(([name, value]) =>
        Array.isArray(value) && value.length === 2
          ? `${name}: ${plain(value[0])} → ${plain(value[1])}`
          : `${name}: ${plain(value)}`,
      )
    : changed === undefined
      ? []
      : [`changed: ${plain(changed)}`]
  return [...changes, ...Object.entries(facts).map(([name, value]) => `${name}: ${plain(value)}`)]
}

const LONGEST = 120

function plain(value: unknown): string {
  const written = typeof value === 'string' ? value : value === null ? '–' : JSON.stringify(value)
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
