/** Typed keys: `useTranslation('alert')` knows the keys of the alert dictionary. */
import 'i18next'
import type { alertToolEn } from '../features/alert/alert-tool.en.ts'
import type { notificationEn } from '../features/notification/notification.en.ts'
import type { recordingEn } from '../features/recording/recording.en.ts'
import type { reportEn } from '../features/report/report.en.ts'
import type { en } from './texts.en.ts'
import type { managementEn } from './texts-management.en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    nsSeparator: '.'
    keySeparator: false
    resources: typeof en &
      typeof managementEn & {
        notification: typeof notificationEn
        'alert-tool': typeof alertToolEn
        recording: typeof recordingEn
        report: typeof reportEn
      }
  }
}
