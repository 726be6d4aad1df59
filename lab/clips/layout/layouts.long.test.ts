// The file layout of each published set: the second of each fall, and the half of each clip, are derived from it.

import { clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import { expect, test } from 'vitest'
import { type Folder, LAYOUTS, manifestOf } from './layouts.ts'

/** Small files by their name; a film is empty. */
function folderOf(texts: Record<string, string>, framesPerSecond = 25): Folder {
  return {
    files: Object.keys(texts),
    read: (file) => texts[file]!,
    framesPerSecond: async () => framesPerSecond,
    hash: () => 'a'.repeat(64),
  }
}

const SETS: [string, Record<string, string>, number, (number | undefined)[][]][] = [
  [
    'le2i',
    {
      'Coffee_room_01/Videos/video (1).avi': '',
      'Coffee_room_01/Annotation_files/video (1).txt': '50\n64\n1,1,205,70,259,170\n',
      'Home_01/Videos/video (2).avi': '',
      'Home_01/Annotation_files/video (2).txt': '0\n0\n1,1,205,70,259,170\n',
    },
    25,
    [[2], []],
  ],
  [
    'caucafall',
    {
      'CAUCAFall/Subject.1/Fall left/FallLeftS1.avi': '',
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `CAUCAFall/Subject.1/Fall left/ci1000${at}.txt`,
          `${at < 10 ? 0 : 1} 0.5 0.5 0.2 0.2`,
        ]),
      ),
      'CAUCAFall/Subject.2/Walk/WalkS2.avi': '',
      'CAUCAFall/Subject.2/Walk/cam10000.txt': '0 0.5 0.5 0.2 0.2',
    },
    20,
    [[0.5], []],
  ],
  [
    'multicam',
    {
      'data_tuple3.csv': 'chute,cam,start,end,label\n1,2,1080,1108,1\n1,2,700,800,0\n2,2,300,360,1\n',
      'dataset/chute01/cam2.avi': '',
      'dataset/chute02/cam2.avi': '',
    },
    30,
    [[36], [10]],
  ],
  [
    'up-fall',
    { 'Subject1Activity5Trial1Camera1.mp4': '', 'Subject2Activity6Trial1Camera1.mp4': '' },
    18,
    [[undefined], []],
  ],
  [
    'own',
    { 'room-1/a.mp4': '', 'room-1/a.csv': 'fall,3.5\nbed-exit,9\n', 'room-2/b.mp4': '', 'room-2/b.csv': '' },
    15,
    [[3.5, 9], []],
  ],
]

test.each(SETS)(
  'REAL-01 %s: clips, seconds of events and halves by person or room',
  async (name, texts, rate, seconds) => {
    const manifest = clipManifest.parse(await manifestOf(LAYOUTS[name]!, folderOf(texts, rate)))
    expect(manifest.clips.map(({ events }) => events.map(({ atS }) => atS))).toEqual(seconds)
    expect(manifest.clips.map(({ split }) => split)).toEqual(['tuning', 'untouched'])
  },
)

test('REAL-01 the empty room of one half is made of none of the other half’s clips', async () => {
  const texts = Object.fromEntries([1, 2, 3, 4].map((person) => [`Subject${person}Activity6Trial1Camera1.mp4`, '']))
  const { rooms } = await manifestOf(LAYOUTS['up-fall']!, folderOf(texts))
  expect(Object.values(rooms).map(({ emptyFrom }) => emptyFrom!.map((file) => file[7]))).toEqual([
    ['1', '3'],
    ['2', '4'],
  ])
})

test('REAL-01 a clip without its notes is refused by name', async () => {
  await expect(manifestOf(LAYOUTS.own!, folderOf({ 'room-1/a.mp4': '' }))).rejects.toThrow('room-1/a.csv is missing')
})
