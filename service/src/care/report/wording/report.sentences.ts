/** Writes a report from facts alone: no model, the same facts give the same text. Pure. */
import type { ReportSection, ReportSentence } from '@mimamori/contract/care/report.ts'
import type { AlarmOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import { type Fact, type Facts, kindOf, toEvidence } from '../report.facts.ts'

/** Summary, course of events, what to do, and the log: every sentence with the facts that it rests on. */
export function writeFromFacts(facts: Facts): ReportSentence[] {
  const say = sayFrom(facts)
  return [...outcomeOf(facts), ...summary(facts, say), ...timelineOf(facts), ...actions(facts, say), ...logOf(facts)]
}

/** What a person wrote about it: the report begins with it. */
export function outcomeOf(facts: Facts): ReportSentence[] {
  return ['o-outcome', 'o-note'].flatMap((id) => sayFrom(facts)('summary', facts.byId.get(id)?.says ?? '', [id]))
}

/** What happened and what people did, oldest first. */
export function timelineOf(facts: Facts): ReportSentence[] {
  return timed(facts, 'timeline', ({ id }) => isOfPeople(id))
}

/** What camera and messages recorded: an appendix. */
export function logOf(facts: Facts): ReportSentence[] {
  const say = sayFrom(facts)
  const without = LOGGED_WITHOUT_TIME.flatMap((id) => say('log', facts.byId.get(id)?.says ?? '', [id]))
  return [...timed(facts, 'log', ({ id }) => !isOfPeople(id) && !id.startsWith('k-')), ...without]
}

const LOGGED_WITHOUT_TIME = ['c-none', 'm-none', 't-none', 'n-none']
const isOfPeople = (id: string) => id === 'f-when' || id.startsWith('s-')

function timed({ list, words }: Facts, section: ReportSection, isWanted: (fact: Fact) => boolean): ReportSentence[] {
  return list
    .filter((fact): fact is Fact & { at: string } => fact.at !== null && isWanted(fact))
    .sort((a, b) => a.at.localeCompare(b.at))
    .map((fact) => ({
      ...{ section, author: 'facts' },
      text: `${words.clock(fact.at)} ${fact.says}`,
      evidence: [toEvidence(fact)],
    }))
}

type Say = (section: ReportSection, text: string, ids: readonly string[]) => ReportSentence[]

/** No sentence where one of its facts is missing. */
function sayFrom({ byId }: Facts): Say {
  return (section, text, ids) => {
    const found = ids.flatMap((id) => byId.get(id) ?? [])
    return found.length < ids.length ? [] : [{ section, text, author: 'facts', evidence: found.map(toEvidence) }]
  }
}

function summary({ source, clip, words, byId }: Facts, say: Say): ReportSentence[] {
  const { activity, occurredAt } = source
  const own = (id: string) => {
    const fact = byId.get(id)
    return fact ? say('summary', fact.says, [id]) : []
  }
  const isFall = activity === 'A005'
  const stillFromMs = clip.use === 'analyzed' ? clip.findings.motion.stillFromMs : null
  return [
    ...say('summary', words.opening(kindOf(source), source, occurredAt), ['f-when', 'f-where']),
    ...own('f-what'),
    ...(isFall && stillFromMs !== null && clip.use === 'analyzed'
      ? say('summary', words.stillAfterFall(clip.findings.durationMs - stillFromMs), ['m-still'])
      : []),
    ...own('s-first-seen'),
    ...own('s-unseen'),
    ...own('s-verdict'),
  ]
}

/** An outcome that says whether it was real. */
const DECIDED: readonly (AlarmOutcome | null)[] = ['no-injury', 'injury', 'hospital', 'assisted', 'false-alarm']

function actions({ source, words, byId }: Facts, say: Say): ReportSentence[] {
  const { toDo } = words
  const { activity, verdict, outcome } = source
  return [
    ...say('actions', toDo.answer, ['s-unseen']),
    ...(activity === 'A005' && verdict !== 'false-alarm' && outcome === null
      ? say('actions', toDo.resident, ['f-what'])
      : []),
    ...say('actions', toDo.clip, ['c-length']),
    ...(byId.has('s-verdict') || DECIDED.includes(outcome) ? [] : say('actions', toDo.judge, ['f-what'])),
  ]
}
