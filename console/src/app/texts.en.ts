/** The English dictionary: one namespace per feature. Downloaded only when English is shown. */
import { errorEn } from '#lib/error.en.ts'
import { wordEn } from '#lib/word.en.ts'
import { uiEn } from '#ui/ui.en.ts'
import { alertEn } from '../features/alert/alert.en.ts'
import { cameraEn } from '../features/camera/camera.en.ts'
import { dashboardEn } from '../features/dashboard/dashboard.en.ts'
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
