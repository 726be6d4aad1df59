/** Typed keys: `useTranslation('alert')` knows the keys of `alert.json`. English has every key that there is. */
import 'i18next'
import type accident from '@mimamori/contract/languages/en/accident.json'
import type activity from '@mimamori/contract/languages/en/activity.json'
import type agent from '@mimamori/contract/languages/en/agent.json'
import type alarm from '@mimamori/contract/languages/en/alarm.json'
import type alert from '@mimamori/contract/languages/en/alert.json'
import type alertNote from '@mimamori/contract/languages/en/alert-note.json'
import type alertTool from '@mimamori/contract/languages/en/alert-tool.json'
import type app from '@mimamori/contract/languages/en/app.json'
import type appChange from '@mimamori/contract/languages/en/app-change.json'
import type appSettings from '@mimamori/contract/languages/en/app-settings.json'
import type appearance from '@mimamori/contract/languages/en/appearance.json'
import type asset from '@mimamori/contract/languages/en/asset.json'
import type audit from '@mimamori/contract/languages/en/audit.json'
import type booking from '@mimamori/contract/languages/en/booking.json'
import type camera from '@mimamori/contract/languages/en/camera.json'
import type cameraApp from '@mimamori/contract/languages/en/camera-app.json'
import type cameraError from '@mimamori/contract/languages/en/camera-error.json'
import type cameraField from '@mimamori/contract/languages/en/camera-field.json'
import type cameraForm from '@mimamori/contract/languages/en/camera-form.json'
import type cameraImport from '@mimamori/contract/languages/en/camera-import.json'
import type contact from '@mimamori/contract/languages/en/contact.json'
import type coverage from '@mimamori/contract/languages/en/coverage.json'
import type dashboard from '@mimamori/contract/languages/en/dashboard.json'
import type delivery from '@mimamori/contract/languages/en/delivery.json'
import type deviceCheck from '@mimamori/contract/languages/en/device-check.json'
import type error from '@mimamori/contract/languages/en/error.json'
import type event from '@mimamori/contract/languages/en/event.json'
import type evidence from '@mimamori/contract/languages/en/evidence.json'
import type external from '@mimamori/contract/languages/en/external.json'
import type firstSteps from '@mimamori/contract/languages/en/first-steps.json'
import type followed from '@mimamori/contract/languages/en/followed.json'
import type form from '@mimamori/contract/languages/en/form.json'
import type handover from '@mimamori/contract/languages/en/handover.json'
import type hubAnswer from '@mimamori/contract/languages/en/hub-answer.json'
import type installation from '@mimamori/contract/languages/en/installation.json'
import type judgedClip from '@mimamori/contract/languages/en/judged-clip.json'
import type live from '@mimamori/contract/languages/en/live.json'
import type load from '@mimamori/contract/languages/en/load.json'
import type look from '@mimamori/contract/languages/en/look.json'
import type mail from '@mimamori/contract/languages/en/mail.json'
import type managementError from '@mimamori/contract/languages/en/management-error.json'
import type measurement from '@mimamori/contract/languages/en/measurement.json'
import type metrics from '@mimamori/contract/languages/en/metrics.json'
import type metricsWord from '@mimamori/contract/languages/en/metrics-word.json'
import type notification from '@mimamori/contract/languages/en/notification.json'
import type oidc from '@mimamori/contract/languages/en/oidc.json'
import type profile from '@mimamori/contract/languages/en/profile.json'
import type recording from '@mimamori/contract/languages/en/recording.json'
import type region from '@mimamori/contract/languages/en/region.json'
import type report from '@mimamori/contract/languages/en/report.json'
import type resident from '@mimamori/contract/languages/en/resident.json'
import type retention from '@mimamori/contract/languages/en/retention.json'
import type ringer from '@mimamori/contract/languages/en/ringer.json'
import type room from '@mimamori/contract/languages/en/room.json'
import type roster from '@mimamori/contract/languages/en/roster.json'
import type rounds from '@mimamori/contract/languages/en/rounds.json'
import type schedule from '@mimamori/contract/languages/en/schedule.json'
import type secondFactor from '@mimamori/contract/languages/en/second-factor.json'
import type security from '@mimamori/contract/languages/en/security.json'
import type serviceAccount from '@mimamori/contract/languages/en/service-account.json'
import type settingsError from '@mimamori/contract/languages/en/settings-error.json'
import type setup from '@mimamori/contract/languages/en/setup.json'
import type shortcut from '@mimamori/contract/languages/en/shortcut.json'
import type stationPin from '@mimamori/contract/languages/en/station-pin.json'
import type tenant from '@mimamori/contract/languages/en/tenant.json'
import type ui from '@mimamori/contract/languages/en/ui.json'
import type unit from '@mimamori/contract/languages/en/unit.json'
import type user from '@mimamori/contract/languages/en/user.json'
import type visit from '@mimamori/contract/languages/en/visit.json'
import type walkTest from '@mimamori/contract/languages/en/walk-test.json'
import type wall from '@mimamori/contract/languages/en/wall.json'
import type webhook from '@mimamori/contract/languages/en/webhook.json'
import type webhookBody from '@mimamori/contract/languages/en/webhook-body.json'
import type word from '@mimamori/contract/languages/en/word.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    nsSeparator: '.'
    keySeparator: false
    resources: {
      activity: typeof activity
      agent: typeof agent
      alarm: typeof alarm
      alert: typeof alert
      'alert-note': typeof alertNote
      'alert-tool': typeof alertTool
      app: typeof app
      'app-change': typeof appChange
      'app-settings': typeof appSettings
      appearance: typeof appearance
      asset: typeof asset
      audit: typeof audit
      booking: typeof booking
      camera: typeof camera & typeof cameraError
      'camera-app': typeof cameraApp
      cameraField: typeof cameraField
      cameraForm: typeof cameraForm
      cameraImport: typeof cameraImport
      dashboard: typeof dashboard
      delivery: typeof delivery
      contact: typeof contact
      coverage: typeof coverage
      'device-check': typeof deviceCheck
      error: typeof error & typeof managementError
      event: typeof event
      evidence: typeof evidence
      external: typeof external
      'first-steps': typeof firstSteps
      followed: typeof followed
      form: typeof form
      'hub-answer': typeof hubAnswer
      installation: typeof installation
      live: typeof live
      look: typeof look
      load: typeof load
      mail: typeof mail
      measurement: typeof measurement
      metrics: typeof metrics
      'metrics-word': typeof metricsWord
      notification: typeof notification
      oidc: typeof oidc
      profile: typeof profile
      recording: typeof recording
      region: typeof region
      report: typeof report
      retention: typeof retention
      resident: typeof resident
      accident: typeof accident
      handover: typeof handover
      ringer: typeof ringer
      room: typeof room
      roster: typeof roster
      rounds: typeof rounds
      visit: typeof visit
      'walk-test': typeof walkTest
      'judged-clip': typeof judgedClip
      schedule: typeof schedule
      'second-factor': typeof secondFactor
      'station-pin': typeof stationPin
      security: typeof security
      'service-account': typeof serviceAccount
      'settings-error': typeof settingsError
      setup: typeof setup
      shortcut: typeof shortcut
      tenant: typeof tenant
      ui: typeof ui
      unit: typeof unit
      user: typeof user
      wall: typeof wall
      webhook: typeof webhook
      'webhook-body': typeof webhookBody
      word: typeof word
    }
  }
}
