/** The Japanese dictionary; the type makes a missing key a compile error. */

import { alertJa } from '#console/alerting/alert/alert.ja.ts'
import { cameraJa } from '#console/camera/camera/camera.ja.ts'
import { dashboardJa } from '#console/insight/dashboard/dashboard.ja.ts'
import { errorJa } from '#lib/service/error.ja.ts'
import { wordJa } from '#shared/word.ja.ts'
import { uiJa } from '#ui/layout/ui.ja.ts'
import { appJa } from './app.ja.ts'
import type { en } from './texts.en.ts'

type Texts = { [N in keyof typeof en]: Record<keyof (typeof en)[N], string> }

export const ja: Texts = {
  app: appJa,
  ui: uiJa,
  error: errorJa,
  word: wordJa,
  alert: alertJa,
  camera: cameraJa,
  dashboard: dashboardJa,
}
