/** The words of incident reports, English. */

import type { Activity, AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { CHANNEL_WORDS } from '#platform/messaging/channel-word.ts'
import { clockIn, lengthParts, placeInClip } from '../report.clock.ts'
import type { SourceMessage } from '../report.source.ts'
import type { Place, ReportWords, Verdict } from './report.words.ts'

const NAME: Record<Activity, string> = {
  A001: 'person',
  A003: 'motion',
  A004: 'wake-up',
  A005: 'fall',
  A006: 'bed exit',
  'camera-inactive': 'camera inactive',
  'hub-offline': 'hub offline',
}
const EVENT: Record<Activity, string> = {
  A001: 'the camera detected a person',
  A003: 'the camera detected motion',
  A004: 'the camera detected a wake-up',
  A005: 'the camera detected a fall',
  A006: 'the camera detected a bed exit',
  'camera-inactive': 'the camera stopped sending pictures',
  'hub-offline': 'the hub stopped answering',
}
const SEVERITY: Record<AlertSeverity, string> = { critical: 'critical', high: 'high', medium: 'medium', low: 'low' }
const VERDICT: Record<Verdict, string> = {
  real: 'Staff judged the alert real.',
  'false-alarm': 'Staff judged the alert a false alarm.',
  unsure: 'Staff were not sure whether the alert was real.',
}
const CLIP: Record<Parameters<ReportWords['clipMissing']>[0], string> = {
  none: 'There is no clip of this alert, so this report rests on its data alone.',
  pending: 'The clip had not arrived when this report was written, so it rests on the data of the alert alone.',
  expired: 'The clip was removed after its storage time, so this report rests on the data of the alert alone.',
  missing: 'The clip could not be found, so this report rests on the data of the alert alone.',
  'too-large': 'The clip is too large to be analyzed, so this report rests on the data of the alert alone.',
  unreadable: 'The clip could not be read, so this report rests on the data of the alert alone.',
  'too-slow': 'The clip could not be analyzed in time, so this report rests on the data of the alert alone.',
}
const STEPS: Record<string, (name: string) => string> = {
  seen: (name) => `${name} looked at the alert.`,
  archived: (name) => `${name} archived the alert.`,
  unarchived: (name) => `${name} took the alert out of the archive.`,
  resent: (name) => `${name} sent the notification again.`,
  claimed: (name) => `${name} said: I am going.`,
  joined: (name) => `${name} went as well.`,
  'given-back': (name) => `${name} could not go, and the alarm was open again.`,
  'claim-expired': () => 'Nobody had arrived in time, and the alarm was open again.',
  arrived: (name) => `${name} arrived at the resident.`,
  resolved: (name) => `${name} finished the alarm.`,
}
const MESSAGE: Record<SourceMessage['state'], string> = {
  sent: 'sent, without a sign that it arrived',
  delivered: 'arrived',
  shown: 'shown on the screen',
  opened: 'opened',
  failed: 'could not be delivered',
}
const JUDGED: Record<Verdict, string> = {
  real: 'judged the alert real.',
  'false-alarm': 'judged the alert a false alarm.',
  unsure: 'was not sure whether the alert was real.',
}

export function wordsEn(timeZone: string): ReportWords {
  const date = dateFormat('en-GB', { timeZone, dateStyle: 'long' })
  const clock = clockIn(timeZone)
  return {
    clock,
    what: (activity, severity) => `Kind of alert: ${NAME[activity]}. Severity: ${SEVERITY[severity]}.`,
    where: (place) => `Place: ${placeOf(place)}.`,
    occurred: (activity) => `${capital(EVENT[activity])}.`,
    stored: (delayMs) => `The alert was raised, ${length(delayMs)} later.`,
    detections: (count, people) =>
      people > 0
        ? `The picture of the alert shows ${counted(people, 'person', 'persons')}.`
        : `The picture of the alert has ${counted(count, 'marked place', 'marked places')}.`,
    region: 'The app watched a region of the picture, not all of it.',
    clipMissing: (use) => CLIP[use],
    clipLength: (ms) => `The clip lasts ${length(ms)}.`,
    firstMotion: (atMs) => `First motion in the clip, at ${placeInClip(atMs)}.`,
    peakMotion: (atMs) => `Strongest motion in the clip, at ${placeInClip(atMs)}.`,
    still: (atMs, forMs) =>
      `From ${placeInClip(atMs)} on nothing moved until the end of the clip, for ${length(forMs)}.`,
    noMotion: 'No motion was measured in the clip.',
    keyFrame: (atMs) => `Picture of the clip at ${placeInClip(atMs)}.`,
    step: ({ kind, userName, verdict, escalationName }) => {
      if (kind === 'escalated') return `Nobody had answered the alert: the rule ${escalationName} escalated it.`
      const name = userName ?? 'Somebody'
      if (kind === 'judged' && verdict) return `${name} ${JUDGED[verdict]}`
      return STEPS[kind]?.(name) ?? 'The alert was changed.'
    },
    message: ({ recipient, channel, state }) =>
      `${CHANNEL_WORDS.en[channel]} to ${recipient ?? 'an address without an account'}: ${MESSAGE[state]}.`,
    untold: 'No message about the alert was sent.',
    firstSeen: (name, afterMs) => `${name} saw the alert first, ${length(afterMs)} after it was raised.`,
    unseen: 'No member of the care staff had seen the alert when this report was written.',
    verdict: (verdict) => VERDICT[verdict],
    neighbour: (activity, awayMs) =>
      `Another alert of the same camera (${NAME[activity]}), ${length(Math.abs(awayMs))} ${awayMs < 0 ? 'before' : 'after'} this one.`,
    noNeighbours: 'The same camera raised no other alert within 10 minutes before and after.',
    opening: (activity, place, at) =>
      `On ${date.format(new Date(at))} at ${clock(at)}, ${EVENT[activity]}. Place: ${placeOf(place)}.`,
    stillAfterFall: (forMs) => `After that nothing moved until the end of the clip, for ${length(forMs)}.`,
    toDo: {
      clip: 'Watch the clip before this report is saved.',
      resident: 'Check on the resident and act as the facility’s procedure for falls says.',
      answer: 'Look at the alert: nobody has seen it yet.',
      judge: 'Say on the alert’s page whether it was real.',
    },
  }
}

function placeOf({ location, cameraName, unitName }: Place): string {
  return `${location} (${[`camera ${cameraName}`, unitName && `unit ${unitName}`].filter(Boolean).join(', ')})`
}

function length(ms: number): string {
  const { minutes, seconds } = lengthParts(ms)
  return [minutes > 0 && `${minutes} min`, (seconds > 0 || minutes === 0) && `${seconds} s`].filter(Boolean).join(' ')
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`
}
