/** Structured lines for machines: one JSON object each, named as in the service's log, without secrets. */
import type { Clock } from './clock.ts'

type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, message: string, facts?: Record<string, string | number | boolean | null>) => void

/**
 * Keys of hubs and sites, tokens, user and password of an address, everything behind the host of a camera's, and each query:
 * some put the login there. What must never stand in a log. Text may be inside of JSON.
 */
const SECRETS: readonly [RegExp, string][] = [
  [/mmh_([a-z0-9]{12})_[A-Za-z0-9_-]+/g, 'mmh_$1_***'],
  [/mms_[A-Za-z0-9_-]{8,}/g, 'mms_***'],
  [/eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_.-]+/g, '***'],
  [/(rtsps?:\/\/)(?:\\.|[^\s"\\])*@/gi, '$1***@'],
  [/(rtsps?:\/\/[^\s"\\/?#]*)[/?#](?:\\.|[^\s"\\])*/gi, '$1/***'],
  [/(https?:\/\/[^\s"\\?#]*)[?#](?:\\.|[^\s"\\])*/gi, '$1?***'],
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*(?:@[^\s/@]*)*@/gi, '$1***@'],
]

/** The text with every key, token and password in it replaced by stars. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((clean, [secret, stars]) => clean.replace(secret, stars), text)
}

/** Makes the log. `write` gets whole lines with their line end. */
export function createLog({ write, clock }: { write: (line: string) => void; clock: Pick<Clock, 'now'> }): Log {
  return (level, message, facts = {}) => {
    const line = JSON.stringify({ level, time: new Date(clock.now()).toISOString(), ...facts, msg: message })
    write(`${withoutSecrets(line)}\n`)
  }
}

/** What went wrong, in words. */
export function wordsOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : String(error))
}
