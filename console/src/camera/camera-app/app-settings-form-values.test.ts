import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import { NO_ALERT_SUBSCRIBERS, NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import { expect, test } from 'vitest'
import { appFormFor } from './app-settings-form-values.ts'

const NURSE = '01890a5d-ac96-774b-bcce-b302099a8057'
const somebody = { ...NO_SUBSCRIBERS, userIds: [NURSE] }
const errorsOf = (isOn: boolean, camera = NO_SUBSCRIBERS, settings = {}) => {
  const form = { settings: appSettings.parse({ appCode: 'A005', ...settings }), hasOwnSchedule: false, week: null }
  const { error } = appFormFor({ isOn }, camera).safeParse(form)
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test('CAM-04 the form of an enabled app requires a subscriber, unless none is intended', () => {
  expect(errorsOf(true)).toEqual(['settings.subscribers.userIds camera-app.subscriber-required'])
  expect([
    errorsOf(false),
    errorsOf(true, somebody),
    errorsOf(true, NO_SUBSCRIBERS, { subscribers: { ...NO_ALERT_SUBSCRIBERS, userIds: [NURSE] } }),
    errorsOf(true, NO_SUBSCRIBERS, { isNobodyNotified: true }),
  ]).toEqual([[], [], [], []])
})
