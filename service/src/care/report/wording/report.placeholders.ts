/** Names stay here: a model is given placeholders for people and places, and what it writes gets the names back. Pure. */
import type { ReportSource } from '../report.source.ts'

/** The form of a placeholder. No digits: numbers are compared with those of the facts. */
export const PLACEHOLDER = /\b(?:PERSON|ROOM|CAMERA|UNIT|RULE)_[A-Z]{1,2}\b/g

type Masked = {
  source: ReportSource
  /** The text with the names back in it. */
  restore(text: string): string
}

/** The same alert without any name, note or other text that somebody typed. */
export function maskNames(source: ReportSource): Masked {
  const names = new Map<string, string>()
  const namer = (kind: string) => {
    const known = new Map<string, string>()
    return (name: string | null) => {
      if (name === null) return null
      const placeholder = known.get(name) ?? `${kind}_${letters(known.size)}`
      known.set(name, placeholder)
      names.set(placeholder, name)
      return placeholder
    }
  }
  const person = namer('PERSON')
  const rule = namer('RULE')
  const place = (placeholder: string, name: string) => {
    names.set(placeholder, name)
    return placeholder
  }
  const masked: ReportSource = {
    ...source,
    location: place('ROOM_A', source.location),
    cameraName: place('CAMERA_A', source.cameraName),
    unitName: source.unitName === null ? null : place('UNIT_A', source.unitName),
    firstSeenName: person(source.firstSeenName),
    resolvedName: person(source.resolvedName),
    outcomeNote: null,
    steps: source.steps.map((step) => ({
      ...step,
      userName: person(step.userName),
      escalationName: rule(step.escalationName),
    })),
    messages: source.messages.map((message) => ({ ...message, recipient: person(message.recipient) })),
  }
  return {
    source: masked,
    restore: (text) => text.replaceAll(PLACEHOLDER, (placeholder) => names.get(placeholder) ?? '—'),
  }
}

const ALPHABET = 26

function letters(index: number): string {
  const letter = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at)
  const first = Math.floor(index / ALPHABET)
  return `${first > 0 ? letter((first - 1) % ALPHABET) : ''}${letter(index % ALPHABET)}`
}
