import { BY_DAY, BY_NIGHT, NEVER, weekOf } from '@mimamori/contract/camera/week.ts'
import scheduleEn from '@mimamori/contract/languages/en/schedule.json'
import scheduleJa from '@mimamori/contract/languages/ja/schedule.json'
import { expect, test } from 'vitest'
import { scheduleWords } from './schedule-words.ts'

const english = (key: keyof typeof scheduleEn) => scheduleEn[key]
const evening = [{ startMinute: 1200, endMinute: 1440 }]

test('CAM-10 a schedule in words joins days in a row', () => {
  const nights = { ...weekOf(evening), sat: [], sun: [...evening, { startMinute: 0, endMinute: 360 }] }
  expect(scheduleWords(nights, english)).toBe('Mon–Fri 20:00–24:00; Sun 00:00–06:00, 20:00–24:00')
  expect(scheduleWords(nights, (key) => scheduleJa[key])).toBe('月–金 20:00–24:00、日 00:00–06:00, 20:00–24:00')
  expect(scheduleWords(BY_NIGHT, english)).toBe('Every day 00:00–06:00, 18:00–24:00')
  expect(scheduleWords({ ...NEVER, sat: evening, sun: evening }, english)).toBe('Sat, Sun 20:00–24:00')
  expect(scheduleWords({ ...BY_DAY, tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }, english)).toBe(
    'Mon 06:00–18:00',
  )
})

test('CAM-10 always and never are words of their own', () => {
  expect(
    [null, NEVER, weekOf([{ startMinute: 0, endMinute: 1440 }])].map((week) => scheduleWords(week, english)),
  ).toEqual(['Always', 'Never', 'Always'])
})
