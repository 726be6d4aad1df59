/** Where i18next finds the dictionaries: each language and each group its own download. */
import type { DictionaryLoaders } from '#lib/browser/i18n.ts'

export const loaders: DictionaryLoaders = {
  en: {
    shell: async () => (await import('./texts.en.ts')).en,
    alarm: async () => ({ alarm: (await import('#console/alerting/alarm/alarm.en.ts')).alarmEn }),
    alert: async () => ({ 'alert-tool': (await import('#console/alerting/alert/alert-tool.en.ts')).alertToolEn }),
    'alert-note': async () => ({
      'alert-note': (await import('#console/alerting/alarm/note/alert-note.en.ts')).alertNoteEn,
    }),
    notification: async () => ({
      notification: (await import('#console/alerting/notification/notification.en.ts')).notificationEn,
    }),
    live: async () => (await import('#console/footage/live/live-texts.en.ts')).liveTextsEn,
    management: async () => (await import('./texts-management.en.ts')).managementEn,
    measurement: async () => ({
      measurement: (await import('#console/insight/measurement/measurement.en.ts')).measurementEn,
    }),
    metrics: async () => (await import('./texts-metrics.en.ts')).metricsTextsEn,
    recording: async () => ({ recording: (await import('#console/footage/recording/recording.en.ts')).recordingEn }),
    report: async () => ({ report: (await import('#console/care/report/report.en.ts')).reportEn }),
    'check-in': async () => (await import('./texts-check-in.en.ts')).checkInEn,
  },
  ja: {
    shell: async () => (await import('./texts.ja.ts')).ja,
    alarm: async () => ({ alarm: (await import('#console/alerting/alarm/alarm.ja.ts')).alarmJa }),
    alert: async () => ({ 'alert-tool': (await import('#console/alerting/alert/alert-tool.ja.ts')).alertToolJa }),
    'alert-note': async () => ({
      'alert-note': (await import('#console/alerting/alarm/note/alert-note.ja.ts')).alertNoteJa,
    }),
    notification: async () => ({
      notification: (await import('#console/alerting/notification/notification.ja.ts')).notificationJa,
    }),
    live: async () => (await import('#console/footage/live/live-texts.ja.ts')).liveTextsJa,
    management: async () => (await import('./texts-management.ja.ts')).managementJa,
    measurement: async () => ({
      measurement: (await import('#console/insight/measurement/measurement.ja.ts')).measurementJa,
    }),
    metrics: async () => (await import('./texts-metrics.ja.ts')).metricsTextsJa,
    recording: async () => ({ recording: (await import('#console/footage/recording/recording.ja.ts')).recordingJa }),
    report: async () => ({ report: (await import('#console/care/report/report.ja.ts')).reportJa }),
    'check-in': async () => (await import('./texts-check-in.ja.ts')).checkInJa,
  },
}
