/** Creates manifests for published sets of clips and for custom folders, by their file layouts. REAL-01. */
import type { Clip, Manifest, Room } from '../manifest.ts'

/** `files`: paths in the folder, with `/`; `read`: reads a small text file; `framesPerSecond`: of a film. */
export type Folder = {
  files: readonly string[]
  read: (file: string) => string
  framesPerSecond: (file: string) => Promise<number>
  hash: (file: string) => string
}
type Found = Pick<Clip, 'file' | 'events'> & { group: string; room: string }
type Layout = Pick<Manifest, 'name' | 'source' | 'terms'> & {
  cameraHeightM: number
  /** Clips begin with a person in the frame: the empty room is their median. */
  isInhabited: boolean
  find: (folder: Folder) => Promise<Found[]>
}

const FILM = /\.(mp4|avi|mov|mkv)$/i
/** Maximum number of clips for the empty room. */
const EMPTY_FROM_MAX = 10

export const LAYOUTS: Record<string, Layout> = {
  le2i: {
    name: 'Le2i',
    source:
      'Charfi et al., 2013: Coffee_room_01/Videos/video (1).avi with Annotation_files/video (1).txt beside Videos',
    terms: 'Free for research with citation; not redistributed.',
    cameraHeightM: 2.2,
    isInhabited: true,
    find: (folder) => each(folder, /^(.*?([^/]+))\/Videos\/(video \(\d+\))\.avi$/i, le2iClip),
  },
  caucafall: {
    name: 'CAUCAFall',
    source: 'Eraso et al., 2022: Subject.1/Fall backwards/FallBackwardsS1.avi, a .txt for each frame beside it',
    terms: 'CC BY 4.0.',
    cameraHeightM: 2.4,
    isInhabited: true,
    find: (folder) => each(folder, /^(?:.*\/)?(Subject\.\d+)\/([^/]+)\/[^/]+\.(?:avi|mp4)$/i, caucaClip),
  },
  multicam: {
    name: 'MultiCam',
    source:
      'Auvinet et al., 2010: chute01/cam1.avi to chute24/cam8.avi, data_tuple3.csv (chute, cam, start, end, label)',
    terms: 'Free for research with citation; not redistributed.',
    cameraHeightM: 2.8,
    isInhabited: true,
    find: (folder) => each(folder, /^(?:.*\/)?chute(\d+)\/cam(\d)\.avi$/i, multicamClip),
  },
  'up-fall': {
    name: 'UP-Fall',
    source:
      'Martinez-Villasenor et al., 2019: each folder of PNG as SubjectNActivityNTrialNCameraN.mp4 of 18 frames a second',
    terms: 'Free for research with citation; not redistributed.',
    cameraHeightM: 1.8,
    isInhabited: true,
    find: (folder) => each(folder, /Subject(\d+)Activity(\d+)Trial(\d+)Camera(\d)\.mp4$/i, upFallClip),
  },
  own: {
    name: 'Own clips',
    source:
      'A folder of your own: ROOM/NAME.mp4, what happens in ROOM/NAME.csv (event, second), each film with 8 s of the empty room first',
    terms: 'Not redistributed.',
    cameraHeightM: 2.4,
    isInhabited: false,
    find: (folder) => each(folder, /^(.+?)\/.*[^/]+$/, ownClip),
  },
}

/** The clips of a layout. People, rooms or scenes alternate between the halves in the order of their names, without a choice. */
export async function manifestOf(layout: Layout, folder: Folder): Promise<Manifest> {
  const { find, cameraHeightM, isInhabited, ...words } = layout
  const found = await find(folder)
  const groups = [...new Set(found.map(({ group }) => group))].toSorted(byNumber)
  const splitOf = (group: string) => (groups.indexOf(group) % 2 === 0 ? 'tuning' : 'untouched')
  // The halves share no empty room, because it depends on the clips.
  const roomOf = ({ room, group }: Found) => `${room}, ${splitOf(group)}`
  const clips = found.map((one): Clip => {
    const { file, events, group } = one
    return { file, sha256: folder.hash(file), split: splitOf(group), room: roomOf(one), events, people: [] }
  })
  const rooms = Object.fromEntries(
    [...new Set(clips.map(({ room }) => room))].map((name): [string, Room] => {
      const files = clips.filter(({ room }) => room === name).map(({ file }) => file)
      const emptyFrom = isInhabited ? everyNth(files) : null
      return [name, { cameraHeightM, camera: 'color', bed: null, emptyFrom }]
    }),
  )
  return { ...words, rooms, clips }
}

function everyNth(files: readonly string[]): string[] {
  const step = Math.ceil(files.length / EMPTY_FROM_MAX)
  return files.filter((_, at) => at % step === 0)
}

type Reader = (parts: RegExpExecArray, folder: Folder) => Promise<Omit<Found, 'file'>>

async function each(folder: Folder, pattern: RegExp, read: Reader): Promise<Found[]> {
  const found: Found[] = []
  for (const file of folder.files.filter((one) => FILM.test(one)).toSorted(byNumber)) {
    const parts = pattern.exec(file)
    if (parts) found.push({ file, ...(await read(parts, folder)) })
  }
  return found
}

const byNumber = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true })
const fall = (atS: number): Clip['events'] => [{ type: 'fall', atS: Math.round(atS * 100) / 100 }]

/** Line 1 and 2: first and last frame of the fall, 0 without a fall. */
async function le2iClip([file, place, room, name]: RegExpExecArray, folder: Folder): Promise<Omit<Found, 'file'>> {
  const notes = folder.files.find((one) =>
    new RegExp(`^${escaped(`${place}/`)}Annotations?_files/${escaped(`${name}.txt`)}$`).test(one),
  )
  if (!notes) throw new Error(`${file} has no file of annotations`)
  const from = Number.parseInt(folder.read(notes).split(/\r?\n/)[0]!, 10)
  const events = from > 0 ? fall(from / (await folder.framesPerSecond(file))) : []
  return { group: room!, room: room!, events }
}

/** One line per frame: 1 and a box during the fall, 0 and a box otherwise. */
async function caucaClip([file, person, action]: RegExpExecArray, folder: Folder): Promise<Omit<Found, 'file'>> {
  const place = file.slice(0, file.lastIndexOf('/') + 1)
  const at = { group: person!, room: 'corridor' }
  if (!/^fall/i.test(action!)) return { ...at, events: [] }
  const labels = folder.files.filter((one) => one.startsWith(place) && /\d\w?\.txt$/.test(one)).toSorted(byNumber)
  const first = labels.findIndex((one) => folder.read(one).startsWith('1'))
  return { ...at, events: first < 0 ? [{ type: 'fall' }] : fall(first / (await folder.framesPerSecond(file))) }
}

async function multicamClip([file, chute, camera]: RegExpExecArray, folder: Folder): Promise<Omit<Found, 'file'>> {
  const table = folder.files.find((one) => one.endsWith('data_tuple3.csv'))
  if (!table) throw new Error('MultiCam needs its data_tuple3.csv')
  const rows = folder
    .read(table)
    .split(/\r?\n/)
    .map((line) => line.split(',').map(Number))
  const falls = rows.filter(([at, by, , , label]) => at === Number(chute) && by === Number(camera) && label === 1)
  const rate = await folder.framesPerSecond(file)
  return {
    group: `scene ${chute}`,
    room: `camera ${camera}`,
    events: falls.flatMap(([, , from]) => fall(from! / rate)),
  }
}

/** Activities 1 to 5 are falls, without a labeled second. */
async function upFallClip([, person, activity, , camera]: RegExpExecArray): Promise<Omit<Found, 'file'>> {
  const events: Clip['events'] = Number(activity) <= 5 ? [{ type: 'fall' }] : []
  return { group: `person ${person}`, room: `camera ${camera}`, events }
}

async function ownClip([file, room]: RegExpExecArray, folder: Folder): Promise<Omit<Found, 'file'>> {
  const notes = file.replace(FILM, '.csv')
  if (!folder.files.includes(notes)) throw new Error(`${notes} is missing: it may be empty where nothing happens`)
  const rows = folder
    .read(notes)
    .split(/\r?\n/)
    .flatMap((line) => (line.trim() ? [line.split(',')] : []))
  const events = rows.map(([type, atS]) => ({ type: type!.trim(), atS: Number(atS) })) as Clip['events']
  return { group: room!, room: room!, events }
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
