/** The Japanese dictionary; the type makes a missing key a compile error. */
import { errorJa } from '#lib/error.ja.ts'
import { wordJa } from '#lib/word.ja.ts'
import { uiJa } from '#ui/ui.ja.ts'
import { alertJa } from '../features/alert/alert.ja.ts'
import { cameraJa } from '../features/camera/camera.ja.ts'
import { dashboardJa } from '../features/dashboard/dashboard.ja.ts'
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
