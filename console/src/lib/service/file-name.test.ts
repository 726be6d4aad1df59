import { expect, test } from 'vitest'
import { isVideoName, reportName, videoName } from './file-name.ts'

test('ALERT-08 names that do not end in jpg, jpeg or png count as video', () => {
  expect(['a.jpg', 'a.JPEG', 'a.png'].map(isVideoName)).toEqual([false, false, false])
  expect(['a.mp4', 'a', '', 'a.jpg.bin'].map(isVideoName)).toEqual([true, true, true, true])
})

test('ALERT-08 a video is named after camera, location and time, fit for every file system', () => {
  expect(videoName('Room 101', '101', '2026-11-21 02:13:05')).toBe('Room 101 101 2026-11-21 02-13-05.mp4')
  expect(videoName('居室/１', 'a:b\u202e', '2026-11-21 02:13:05')).toBe('居室_１ a_b_ 2026-11-21 02-13-05.mp4')
})

test('METRIC-04 a report’s name has the site’s code, or a default, and its months', () => {
  expect(reportName('sakura', 'November 2026')).toBe('sakura-November 2026-analytics-report.pdf')
  expect(reportName(undefined, 'November 2026')).toBe('default-November 2026-analytics-report.pdf')
})
