/** What the settings page of an app edits: its settings and its own schedule, checked by the contract. */
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { schedule } from '@mimamori/contract/camera/schedule.ts'
import { notifiesSomebody, type Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { isSameWeek, type Week, weekOf } from '@mimamori/contract/camera/week.ts'
import type { Control } from 'react-hook-form'
import { z } from 'zod'

/** `week`: the camera's own; it counts while `hasOwnSchedule`. Null: always on. */
const appForm = z.object({
  settings: appSettings,
  hasOwnSchedule: z.boolean(),
  week: schedule.nullable(),
})

/** The same for an app that is on: somebody must be notified, or nobody on purpose. `camera`: its own subscribers. */
export function appFormFor({ isOn }: Pick<CameraApp, 'isOn'>, camera: Subscribers) {
  return appForm.superRefine(({ settings }, context) => {
    if (!isOn || !('isNobodyNotified' in settings) || settings.isNobodyNotified) return
    if (notifiesSomebody(settings.subscribers) || notifiesSomebody(camera)) return
    const path = ['settings', 'subscribers', 'userIds']
    context.addIssue({ code: 'custom', path, message: 'camera-app.subscriber-required' })
  })
}
type AppForm = z.output<typeof appForm>
type AppFormInput = z.input<typeof appForm>
export type AppFormControl = Control<AppFormInput, unknown, AppForm>

export function valuesOf({ settings, schedule: own, effectiveSchedule }: CameraApp): AppFormInput {
  return { settings, hasOwnSchedule: own !== null, week: own ?? effectiveSchedule }
}

/** What is stored: null follows the unit, so a schedule of its own that is always on is a week that is full. */
export function storedSchedule({ hasOwnSchedule, week }: Pick<AppForm, 'hasOwnSchedule' | 'week'>): Week | null {
  if (!hasOwnSchedule) return null
  return week ?? weekOf([{ startMinute: 0, endMinute: 1440 }])
}

export function isScheduleChanged(form: AppForm, app: CameraApp): boolean {
  return !isSameWeek(storedSchedule(form), app.schedule)
}

/** What would hold if the form were saved now; what the app follows is known as it holds today. */
export function triedSchedule(form: Pick<AppForm, 'hasOwnSchedule' | 'week'>, app: CameraApp): Week | null {
  if (form.hasOwnSchedule) return storedSchedule(form)
  return app.schedule === null ? app.effectiveSchedule : null
}
