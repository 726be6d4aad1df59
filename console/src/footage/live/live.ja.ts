/** Texts of the live view, Japanese. */
import type { LiveTexts } from './live.en.ts'

export const liveJa: LiveTexts = {
  label: '{{name}}のライブ映像',
  live: 'ライブ',
  opening: 'ライブ映像を開いています…',
  waiting: 'カメラに接続しています…',
  stalled: '映像が止まりました。再接続しています…',
  'stalled-blank': 'カメラから映像が届きません。再接続しています…',
  'stalled-hub-offline': 'このカメラのハブが接続されていません。再接続しています…',
  'stalled-camera-unreachable': 'カメラに接続できません。再接続しています…',
  'stalled-too-many-live': '同時に開けるライブ映像の数を超えています。ほかのウィンドウの映像を閉じてください。',
  'seconds-old': '{{seconds}}秒前',
  'minutes-old': '{{minutes}}分前',
  frames: '1コマずつ表示しているライブ映像です。このブラウザーでは動画として再生できません。',
  stills: '1秒に2コマのライブ映像です。このブラウザーは動画を再生できません。',
  'ends-in': '残り {{time}}',
  'go-on': '続けて見る',
  'ended-live-time-over': 'この施設の視聴時間が終わりました。',
  'ended-signed-out': 'セッションが終了しました。',
  'ended-live-disabled': 'この施設ではライブ映像が無効になっています。',
  'ended-live-off': 'この居室のライブ映像はオフになっています。',
  again: 'もう一度試す',
  'ended-not-found': 'このカメラは存在しないか、表示する権限がありません。',
  'ended-forbidden': 'この操作を行う権限がありません。',
  'full-screen': '全画面',
}
