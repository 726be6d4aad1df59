import { expect, test } from 'vitest'
import { appSettings, hubAppSettings } from '../camera/app-settings.ts'
import { PEOPLE_APP_CODES, SENSITIVITIES } from '../camera/app-thresholds.ts'
import {
  ACTIVITIES,
  ALERT_APP_CODES,
  type AlertAppCode,
  APP_CODES,
  APPS,
  LOOK_IN,
  OUTAGES,
  SEVERITIES,
  SIGNAL,
} from './app-catalogue.ts'

const codesOf = (union: { options: readonly { shape: { appCode: { value: string } } }[] }) =>
  union.options.map(({ shape }) => shape.appCode.value).sort()

test('APP-01 every app of the catalogue has settings, and each that alerts has those of a hub', () => {
  expect(codesOf(appSettings)).toEqual([...APP_CODES].sort())
  expect(codesOf(hubAppSettings)).toEqual([...ALERT_APP_CODES].sort())
})

test('an app about beds or people raises alerts, and no two have one name', () => {
  const lost = APP_CODES.filter((code) => APPS[code].severity === null)
  expect(lost.filter((code) => APPS[code].isAboutBed || APPS[code].lastingMs)).toEqual([])
  expect(new Set(APP_CODES.map((code) => APPS[code].name)).size).toBe(APP_CODES.length)
})

test('filters list what alerts are about with the most urgent first', () => {
  const ranks = ACTIVITIES.filter((one) => one in APPS).map((one) =>
    SEVERITIES.indexOf(APPS[one as AlertAppCode].severity),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(ACTIVITIES.toSorted()).toEqual([...ALERT_APP_CODES, SIGNAL, LOOK_IN, ...OUTAGES].toSorted())
})

test('METRIC-02 the two bytes of a second hold a mark for each sensitivity of each app about people', () => {
  expect(PEOPLE_APP_CODES.length * SENSITIVITIES.length).toBeLessThanOrEqual(16)
})
