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

type PaperRow = { section: string; label: string; text: string }
export type PaperForm = {
  title: string
  /** The remarks under the title of the ministry's form. */
  remarks: readonly string[]
  /** `■第1報 □最終報告`, and the day on which it was submitted. */
  issue: string
  submitted: string
  rows: readonly PaperRow[]
  foot: string
  /** ISO. */
  madeAt: string
}

/** Between two options: lines break there. */
const GAP = '\u3000'
/** Placeholder in empty brackets. */
const BLANK = '\u00a0'.repeat(8)

/** Every row of the ministry's form, also those that this accident does not ask for: municipalities read it by its places. */
export function toPaperForm(paper: AccidentPaper, now: Date): PaperForm {
  const word = textsOf('accident', AUTHORITY_LOCALE)
  const { issue, version, state } = paper
  const isNearMiss = paper.kind === 'near-miss'
  const rows = sectionsOf(paper.kind)
    .filter(({ key }) => key !== 'issue')
    .flatMap(({ key, fields }) =>
      fields
        .filter((field) => !field.isInline)
        .map((field) => ({ section: word(`section-${key}`), label: labelOf(field), text: textOf(field, paper) })),
    )
  return {
    title: word(isNearMiss ? 'paper-near-miss' : 'paper-title'),
    remarks: isNearMiss ? [] : [word('paper-remark-time'), word('paper-remark-choice')],
    issue: isNearMiss ? '' : issueText(paper),
    submitted: isNearMiss
      ? ''
      : `${word('submitted-on')}：${paper.submittedOn ? dateText(paper.submittedOn, 'UTC', false) : GAP}`,
    rows,
    madeAt: now.toISOString(),
    foot: [
      paper.siteName,
      ...(isNearMiss ? [] : [word('issue-n', { issue })]),
      word('revision-n', { version }),
      word(`state-${state}`),
    ].join(` · `),
  }
}

/** `□第1報 ■第2報 □最終報告`. */
function issueText({ issue, form }: AccidentPaper): string {
  const word = textsOf('accident', AUTHORITY_LOCALE)
  const later = issue > 1 ? word('issue-n', { issue }) : word('issue-later')
  return [
    `${box(issue === 1)}${word('issue-n', { issue: 1 })}`,
    `${box(issue > 1)}${later}`,
    `${box(form.isFinal)}${word('field-isFinal')}`,
  ].join(GAP)
}

const box = (isOn: boolean) => (isOn ? '■' : '□')

function labelOf({ key }: AccidentField): string {
  return textsOf('accident', AUTHORITY_LOCALE)(`field-${key}`)
}

function textOf(field: AccidentField, { form, sources, timezone }: AccidentPaper): string {
  const value: unknown = form[field.key]
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return optionsOf(field, form)
    case 'flag':
      return box(value === true)
    case 'age':
      return value === null ? '' : textsOf('accident', AUTHORITY_LOCALE)('years', { age: String(value) })
    case 'date':
      return value === null ? '' : dateText(String(value), 'UTC', false)
    case 'moment':
      return value === null ? '' : dateText(String(value), timezone, true)
    case 'text':
      return linesOf(String(value), sources).map(lineText).join('\n')
    case 'line':
      return String(value)
  }
}

/** Every option with its box; details of an option follow it in brackets. */
function optionsOf({ key, options = [], unprinted = [] }: AccidentField, form: AccidentForm): string {
  const word = textsOf('accident', AUTHORITY_LOCALE)
  const value: unknown = form[key]
  const isOn = (option: string) => (Array.isArray(value) ? value.includes(option) : value === option)
  const inline = ACCIDENT_SECTIONS.flatMap(({ fields }) => fields as readonly AccidentField[]).filter(
    (field) => field.isInline && field.when?.key === key,
  )
  return options
    .filter((option) => isOn(option) || !unprinted.includes(option))
    .map((option) => {
      const more = inline.find(({ when }) => when!.is.includes(option))
      const bracket = more ? `（${isOn(option) ? String(form[more.key]) : BLANK}）` : ''
      return `${box(isOn(option))}${word(`${key}-${option}` as 'severity-visit')}${bracket}`
    })
    .join(GAP)
}

function lineText({ text, source }: AccidentLine): string {
  if (!source) return text
  const word = textsOf('accident', AUTHORITY_LOCALE)
  return `${text}〔${source.atMs === null ? word('from-record') : word('from-clip', { at: clipTime(source.atMs) })}〕`
}

/** `1:07`: the second in the clip. */
function clipTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function dateText(at: string, timeZone: string, hasTime: boolean): string {
  const time = hasTime ? ({ timeStyle: 'short' } as const) : {}
  return dateFormat(AUTHORITY_LOCALE, { dateStyle: 'long', ...time, timeZone }).format(new Date(at))
}
