/** The texts that leave the service, from the files of each language in contract/src/languages. */
import { createRequire } from 'node:module'
import type accident from '@mimamori/contract/languages/en/accident.json'
import type activity from '@mimamori/contract/languages/en/activity.json'
import type alarm from '@mimamori/contract/languages/en/alarm.json'
import type authority from '@mimamori/contract/languages/en/authority.json'
import type email from '@mimamori/contract/languages/en/email.json'
import type handover from '@mimamori/contract/languages/en/handover.json'
import type report from '@mimamori/contract/languages/en/incident-report.json'
import type installation from '@mimamori/contract/languages/en/installation.json'
import type metrics from '@mimamori/contract/languages/en/metrics-word.json'
import type mqtt from '@mimamori/contract/languages/en/mqtt.json'
import type push from '@mimamori/contract/languages/en/push.json'
import type walk from '@mimamori/contract/languages/en/walk-test.json'
import type webhookBody from '@mimamori/contract/languages/en/webhook-body.json'
import type word from '@mimamori/contract/languages/en/word.json'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { type Say, sayIn } from '@mimamori/contract/languages/say.ts'

type Files = {
  accident: typeof accident
  activity: typeof activity
  alarm: typeof alarm
  authority: typeof authority
  handover: typeof handover
  installation: typeof installation
  email: typeof email
  mqtt: typeof mqtt
  push: typeof push
  'incident-report': typeof report
  'metrics-word': typeof metrics
  'walk-test': typeof walk
  'webhook-body': typeof webhookBody
  word: typeof word
}

const read = createRequire(import.meta.url)

/** Each file is read once. Throws for a language without the file. */
export function textsOf<File extends keyof Files>(file: File, locale: Locale): Say<Files[File]> {
  return sayIn(read(`@mimamori/contract/languages/${locale}/${file}.json`) as Files[File], locale)
}
