/** Writes a report from facts alone: no model, the same facts give the same text. Pure. */
import type { ReportSection, ReportSentence } from '@mimamori/contract/care/report.ts'
import { type Fact, type Facts, shownOf, toEvidence } from '../report.facts.ts'

/** Summary, course of events, what to do: every sentence with the facts that it rests on. */
export function writeFromFacts(facts: Facts): ReportSentence[] {
  const say = sayFrom(facts)
  return [...summary(facts, say), ...timelineOf(facts), ...actions(facts, say)]
}

/** The course of events, oldest first: one line for each fact that has a time. */
export function timelineOf({ list, words }: Facts): ReportSentence[] {
  return list
    .filter((fact): fact is Fact & { at: string } => fact.at !== null && !fact.id.startsWith('k-'))
    .sort((a, b) => a.at.localeCompare(b.at))
    .map((fact) => ({
      ...{ section: 'timeline', author: 'facts' },
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
  const still = clip.use === 'analyzed' ? clip.findings.motion.stillFromMs : null
  return [
    ...say('summary', words.opening(shownOf(source), source, occurredAt), ['f-when', 'f-where']),
    ...own('f-what'),
    ...own('c-none'),
    ...own('m-none'),
    ...(isFall && still !== null && clip.use === 'analyzed'
      ? say('summary', words.stillAfterFall(clip.findings.durationMs - still), ['m-still'])
      : []),
    ...own('s-first-seen'),
    ...own('s-unseen'),
    ...own('s-verdict'),
    ...own('t-none'),
    ...own('n-none'),
  ]
}

function actions({ source, words, byId }: Facts, say: Say): ReportSentence[] {
  const { toDo } = words
  return [
    ...say('actions', toDo.answer, ['s-unseen']),
    ...(source.activity === 'A005' && source.verdict !== 'false-alarm'
      ? say('actions', toDo.resident, ['f-what'])
      : []),
    ...say('actions', toDo.clip, ['c-length']),
    ...(byId.has('s-verdict') ? [] : say('actions', toDo.judge, ['f-what'])),
  ]
}
