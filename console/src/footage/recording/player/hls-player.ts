/** One attempt to play a recording's playlist in a video element. Loads the player's code on the first attempt. */
export type HlsState = 'loading' | 'slow' | 'ready' | 'failed'

type Options = {
  /** Address of the playlist; may be renewed: new requests use the new query. */
  address: () => string
  startS: number
  onState: (state: HlsState) => void
  /** A request failed, and is retried. */
  onProblem: () => void
  /** Playback reached the end of the loaded data after an error: another attempt may succeed. */
  onRunOut: () => void
}

/** After this time the page shows a notice. REC-03. */
const SLOW_MS = 2500

/** The returned function ends playback and returns its position in seconds. */
export function playHls(element: HTMLVideoElement, { onState, onRunOut, ...options }: Options): () => number {
  const end = new AbortController()
  const { signal } = end
  let slow: ReturnType<typeof setTimeout> | undefined
  let isFailed = false
  const settle = (state: HlsState) => {
    clearTimeout(slow)
    if (signal.aborted || isFailed) return
    isFailed = state === 'failed'
    onState(state)
  }
  const waits = () => {
    clearTimeout(slow)
    slow = setTimeout(() => settle('slow'), SLOW_MS)
  }
  onState('loading')
  waits()
  element.addEventListener('waiting', waits, { signal })
  for (const event of ['loadeddata', 'canplay']) element.addEventListener(event, () => settle('ready'), { signal })
  const failed = () => {
    if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return settle('failed')
    // Play the loaded data first.
    element.addEventListener('waiting', onRunOut, { signal })
    element.addEventListener('seeking', () => isLoaded(element) || onRunOut(), { signal })
  }
  load(element, options, failed, signal).catch(failed)
  return () => {
    const atS = element.readyState > HTMLMediaElement.HAVE_NOTHING ? element.currentTime : options.startS
    clearTimeout(slow)
    end.abort()
    return atS
  }
}

/** Converting video while it is watched uses a core of the hub: load little ahead, with long timeouts. */
const MADE_AHEAD_S = 12
const MADE_WAIT_MS = 60_000

type Source = Pick<Options, 'address' | 'startS' | 'onProblem'>

async function load(element: HTMLVideoElement, source: Source, failed: () => void, signal: AbortSignal) {
  const { address, startS, onProblem } = source
  const { default: Player } = await import('hls.js/light')
  if (signal.aborted) return
  if (!Player.isSupported()) {
    const once = { once: true, signal }
    element.addEventListener('error', failed, once)
    element.addEventListener('loadedmetadata', () => (element.currentTime = startS), once)
    element.src = address()
    return
  }
  const isMade = address().includes('&as=')
  const loading = { ...Player.DefaultConfig.fragLoadPolicy.default, maxTimeToFirstByteMs: MADE_WAIT_MS }
  const made = { maxBufferLength: MADE_AHEAD_S, fragLoadPolicy: { default: loading } }
  const player = new Player({
    // The content security policy forbids workers from blobs.
    enableWorker: false,
    startPosition: startS,
    ...(isMade ? made : { maxBufferLength: 60 }),
    backBufferLength: 120,
    xhrSetup: (request, url) => request.open('GET', withQueryOf(url, address()), true),
  })
  player.on(Player.Events.ERROR, (_event, { type, fatal }) => {
    if (type === Player.ErrorTypes.NETWORK_ERROR) onProblem()
    if (fatal) failed()
  })
  player.loadSource(address())
  player.attachMedia(element)
  signal.addEventListener('abort', () => player.destroy())
}

function isLoaded({ buffered, currentTime }: HTMLVideoElement): boolean {
  return Array.from({ length: buffered.length }, (_, i) => i).some(
    (i) => buffered.start(i) <= currentTime && currentTime < buffered.end(i),
  )
}

function withQueryOf(url: string, address: string): string {
  return `${url.split('?')[0]}?${address.split('?')[1] ?? ''}`
}
