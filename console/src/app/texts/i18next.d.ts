/** Typed keys: `useTranslation('alert')` knows the keys of the alert dictionary. */
import 'i18next'
import type { MetricsWords } from '@mimamori/contract/insight/metrics-words.en.ts'
import type { alarmEn } from '#console/alerting/alarm/alarm.en.ts'
import type { alertNoteEn } from '#console/alerting/alarm/note/alert-note.en.ts'
import type { alertToolEn } from '#console/alerting/alert/alert-tool.en.ts'
import type { notificationEn } from '#console/alerting/notification/notification.en.ts'
import type { reportEn } from '#console/care/report/report.en.ts'
import type { liveTextsEn } from '#console/footage/live/live-texts.en.ts'
import type { recordingEn } from '#console/footage/recording/recording.en.ts'
import type { measurementEn } from '#console/insight/measurement/measurement.en.ts'
import type { metricsEn } from '#console/insight/metrics/metrics.en.ts'
import type { en } from './texts.en.ts'
import type { checkInEn } from './texts-check-in.en.ts'
import type { managementEn } from './texts-management.en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    nsSeparator: '.'
    keySeparator: false
    resources: typeof en &
      typeof managementEn &
      typeof checkInEn &
      typeof liveTextsEn & {
        notification: typeof notificationEn
        alarm: typeof alarmEn
        'alert-tool': typeof alertToolEn
        'alert-note': typeof alertNoteEn
        measurement: typeof measurementEn
        metrics: typeof metricsEn
        'metrics-word': MetricsWords
        recording: typeof recordingEn
        report: typeof reportEn
      }
  }
}
