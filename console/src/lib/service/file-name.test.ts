import { expect, test } from 'vitest'
import { isVideoName, videoName } from './file-name.ts'

test('ALERT-08 names that do not end in jpg, jpeg or png count as video', () => {
  expect(['a.jpg', 'a.JPEG', 'a.png'].map(isVideoName)).toEqual([false, false, false])
  expect(['a.mp4', 'a', '', 'a.jpg.bin'].map(isVideoName)).toEqual([true, true, true, true])
})

test('ALERT-08 a video is named after camera, location and time, fit for every file system', () => {
  expect(videoName('Room 101', '101', '2026-11-21 02:13:05')).toBe('Room 101 101 2026-11-21 02-13-05.mp4')
  expect(videoName('居室/１', 'a:b\u202e', '2026-11-21 02:13:05')).toBe('居室_１ a_b_ 2026-11-21 02-13-05.mp4')
})
