import { expect, test } from 'vitest'
import { ACTIVITIES, ALERT_APP_CODES, APP_CODES, APPS } from './app-catalogue.ts'
import { appSettings, hubAppSettings } from './app-settings.ts'

const codesOf = (union: { options: readonly { shape: { appCode: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.appCode.value).sort()

test('APP-01 every app of the catalogue has settings, and each that alerts has those of a hub', () => {
  expect(codesOf(appSettings)).toEqual([...APP_CODES].sort())
  expect(codesOf(hubAppSettings)).toEqual([...ALERT_APP_CODES].sort())
})

test('an app about beds or people raises alerts, and no two have one name', () => {
  const lost = APP_CODES.filter((code) => APPS[code].severity === null)
  expect(lost.filter((code) => APPS[code].isAboutBed || APPS[code].isAboutPeople)).toEqual([])
  expect(new Set(APP_CODES.map((code) => APPS[code].name)).size).toBe(APP_CODES.length)
})

test('filters list what alerts are about with the most urgent first', () => {
  expect(ACTIVITIES).toEqual(['A005', 'A006', 'A004', 'A001', 'A003', 'camera-inactive', 'hub-offline'])
})
