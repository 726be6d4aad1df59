/** The English dictionary: one namespace per feature. Downloaded only when English is shown. */

import { alertEn } from '#console/alerting/alert/alert.en.ts'
import { cameraEn } from '#console/camera/camera/camera.en.ts'
import { dashboardEn } from '#console/insight/dashboard/dashboard.en.ts'
import { errorEn } from '#lib/service/error.en.ts'
import { wordEn } from '#shared/word.en.ts'
import { uiEn } from '#ui/layout/ui.en.ts'
import { appEn } from './app.en.ts'

export const en = {
  app: appEn,
  ui: uiEn,
  error: errorEn,
  word: wordEn,
  alert: alertEn,
  camera: cameraEn,
  dashboard: dashboardEn,
}
