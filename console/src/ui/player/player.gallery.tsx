/** Stories of frames and clips. */
import { Held, longName, nothing, type Say, type Stories } from '#lib/story.tsx'
import { ClipPlayer } from './clip-player.tsx'
import { FramedImage } from './framed-image.tsx'
import { MarkLayer } from './mark-layer.tsx'
import { PeopleMark } from './people-mark.tsx'
import { SeekRange } from './seek-range.tsx'
import { VideoFailed, VideoSlow, VideoVeil } from './video-veil.tsx'

const FRAME = {
  position: 'relative',
  maxWidth: 480,
  aspectRatio: '16 / 9',
  overflow: 'hidden',
  background: 'var(--sunken)',
} as const
const MARKS = [{ x: 0.2, y: 0.3, width: 0.2, height: 0.5 }]
const REGION = { x: 0.1, y: 0.1, width: 0.6, height: 0.8 }
const texts = (say: Say) => ({
  label: say('Clip', '映像'),
  play: say('Play', '再生'),
  pause: say('Pause', '一時停止'),
  speed: say('Speed', '速度'),
  mark: say('Here', 'ここ'),
})

export const stories: Stories = {
  ClipPlayer: {
    loading: (say) => (
      <ClipPlayer src="data:," poster={null} markAtMs={2000} people="blurred" texts={texts(say)} marks={MARKS} />
    ),
  },
  FramedImage: {
    empty: (say) => (
      <div style={{ maxWidth: 480 }}>
        <FramedImage src={null} alt="" missing={longName(say)} />
      </div>
    ),
    'corner, narrow': (say) => (
      <div style={{ maxWidth: 160 }}>
        <FramedImage src={null} alt="" missing={say('No frame', '画像なし')} corner="0:12" />
      </div>
    ),
  },
  MarkLayer: {
    'mark and region': () => (
      <div style={FRAME}>
        <MarkLayer ratio={16 / 9} fit="contain" marks={MARKS} region={REGION} />
      </div>
    ),
  },
  PeopleMark: {
    blurred: () => <PeopleMark people="blurred" />,
    silhouettes: () => <PeopleMark people="silhouettes" />,
  },
  SeekRange: {
    middle: (say) => (
      <Held start={40}>
        {(at, hold) => (
          <SeekRange label={say('Time', '時刻')} valueText="0:40" min={0} max={100} step={1} value={at} onSeek={hold} />
        )}
      </Held>
    ),
  },
  VideoVeil: {
    waiting: (say) => (
      <div style={FRAME}>
        <VideoVeil role="status">{longName(say)}</VideoVeil>
      </div>
    ),
  },
  VideoFailed: {
    error: () => (
      <div style={FRAME}>
        <VideoFailed onRetry={nothing} />
      </div>
    ),
  },
  VideoSlow: {
    loading: () => (
      <div style={FRAME}>
        <VideoSlow onRetry={nothing} />
      </div>
    ),
  },
}
