/** The form as rows of paper, for PDF and Excel alike: Japanese labels, options with boxes, sentences with their second. REPORT-05. */
import {
  ACCIDENT_SECTIONS,
  type AccidentField,
  type AccidentForm,
  type AccidentLine,
  linesOf,
  sectionsOf,
} from '@mimamori/contract/care/accident-form.ts'
import { AUTHORITY_LOCALE } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import type { AccidentPaper } from './accident.queries.ts'

/** One box of a row. `detail`: what stands in brackets after it; null: it has no brackets. */
type PaperOption = { isOn: boolean; label: string; detail: string | null }
/** An answer as a value: a number, or the wall clock of the site as if it were UTC. */
export type PaperValue = { number: number } | { clock: string; hasTime: boolean }
export type PaperRow = {
  section: string
  label: string
  text: string
  options?: readonly PaperOption[]
  value?: PaperValue
}
export type PaperForm = {
  title: string
  /** The remarks under the title of the ministry's form. */
  remarks: readonly string[]
  /** `第1報`, `第＿＿報`, `最終報告`, and the day on which it was submitted. A near miss has none. */
  head: readonly PaperRow[]
  rows: readonly PaperRow[]
  foot: string
  /** ISO. */
  madeAt: string
}

/** Between two options: lines break there. */
const GAP = '\u3000'
/** Placeholder in empty brackets. */
const BLANK = '\u00a0'.repeat(8)
const word = textsOf('accident', AUTHORITY_LOCALE)

/** Every row of the ministry's form, also those that this accident does not ask for: municipalities read it by its places. */
export function toPaperForm(paper: AccidentPaper, now: Date): PaperForm {
  const { issue, version, state, formVersion } = paper
  const isNearMiss = paper.kind === 'near-miss'
  return {
    title: word(isNearMiss ? 'paper-near-miss' : 'paper-title'),
    remarks: isNearMiss ? [] : [word('paper-remark-time'), word('paper-remark-choice')],
    head: isNearMiss ? [] : headOf(paper),
    rows: rowsOf(paper),
    madeAt: now.toISOString(),
    foot: [
      paper.siteName,
      ...(isNearMiss ? [] : [word('issue-n', { issue })]),
      word('revision-n', { version }),
      word(`state-${state}`),
      ...(isNearMiss ? [] : [word('paper-form', { form: word(`form-${formVersion}`) })]),
    ].join(` · `),
  }
}

function rowsOf(paper: AccidentPaper): PaperRow[] {
  const { form, kind, isNumberForName } = paper
  const isPrinted = ({ key, isInline }: AccidentField) =>
    !isInline && !(key === 'personName' && isNumberForName && kind === 'accident')
  return sectionsOf(paper)
    .filter(({ key }) => key !== 'issue')
    .flatMap(({ key, fields, ownItems }) => {
      const section = word(`section-${key}`)
      return [
        ...fields.filter(isPrinted).map((field) => ({ section, label: labelOf(field), ...answerOf(field, paper) })),
        ...ownItems.map(({ id, label }) => ({ section, label, text: form.own[id] ?? '' })),
      ]
    })
}

function headOf({ issue, form, submittedOn }: AccidentPaper): PaperRow[] {
  const section = word('section-issue')
  const options: PaperOption[] = [
    { isOn: issue === 1, label: word('issue-n', { issue: 1 }), detail: null },
    { isOn: issue > 1, label: issue > 1 ? word('issue-n', { issue }) : word('issue-later'), detail: null },
    { isOn: form.isFinal, label: word('field-isFinal'), detail: null },
  ]
  return [
    { section, label: word('paper-issue'), text: boxesText(options), options },
    { section, label: word('submitted-on'), ...(submittedOn ? dateAnswer(submittedOn, 'UTC', false) : { text: '' }) },
  ]
}

function labelOf({ key, group }: AccidentField): string {
  return [...(group ? [word(`group-${group}`)] : []), word(`field-${key}`)].join('：')
}

type Answer = Omit<PaperRow, 'section' | 'label'>

function answerOf(field: AccidentField, { form, sources, timezone }: AccidentPaper): Answer {
  const value: unknown = form[field.key]
  switch (field.kind) {
    case 'choice':
    case 'choices': {
      const options = optionsOf(field, form)
      return { text: boxesText(options), options }
    }
    case 'flag':
      return { text: box(value === true) }
    case 'age':
      return typeof value === 'number'
        ? { text: word('years', { age: String(value) }), value: { number: value } }
        : { text: '' }
    case 'date':
      return value === null ? { text: '' } : dateAnswer(String(value), 'UTC', false)
    case 'moment':
      return value === null ? { text: '' } : dateAnswer(String(value), timezone, true)
    case 'text':
      return { text: linesOf(String(value), sources).map(lineText).join('\n') }
    case 'line':
      return { text: String(value) }
  }
}

/** Every option with its box. */
function optionsOf({ key, options = [], unprinted = [] }: AccidentField, form: AccidentForm): PaperOption[] {
  const value: unknown = form[key]
  const isOn = (option: string) => (Array.isArray(value) ? value.includes(option) : value === option)
  const inline = ACCIDENT_SECTIONS.flatMap(({ fields }) => fields as readonly AccidentField[]).filter(
    (field) => field.isInline && field.when?.key === key,
  )
  return options
    .filter((option) => isOn(option) || !unprinted.includes(option))
    .map((option) => {
      const more = inline.find(({ when }) => when!.is.includes(option))
      const detail = more ? (isOn(option) ? String(form[more.key]) : '') : null
      return { isOn: isOn(option), label: word(`${key}-${option}` as 'severity-visit'), detail }
    })
}

export const box = (isOn: boolean) => (isOn ? '■' : '□')

/** `□外来 ■その他（往診）`. */
function boxesText(options: readonly PaperOption[]): string {
  return options
    .map(({ isOn, label, detail }) => `${box(isOn)}${label}${detail === null ? '' : `（${detail || BLANK}）`}`)
    .join(GAP)
}

function lineText({ text, source }: AccidentLine): string {
  if (!source) return text
  return `${text}〔${source.atMs === null ? word('from-record') : word('from-clip', { at: clipTime(source.atMs) })}〕`
}

/** `1:07`: the second in the clip. */
function clipTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function dateAnswer(at: string, timeZone: string, hasTime: boolean): Answer {
  const time = hasTime ? ({ timeStyle: 'short' } as const) : {}
  const text = dateFormat(AUTHORITY_LOCALE, { dateStyle: 'long', ...time, timeZone }).format(new Date(at))
  // Swedish writes 2026-11-20 10:00:05.
  const clock = dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(at))
  return { text, value: { clock: `${clock.replace(' ', 'T')}Z`, hasTime } }
}
