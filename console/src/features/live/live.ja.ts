/** Texts of the live view, Japanese. */
import type { LiveTexts } from './live.en.ts'

export const liveJa: LiveTexts = {
  label: '{{name}}のライブ映像',
  live: 'ライブ',
  opening: 'ライブ映像を開いています…',
  waiting: 'カメラに接続しています…',
  stalled: '映像が止まりました。{{time}}の画像です。再接続しています…',
  'stalled-blank': 'カメラから映像が届きません。再接続しています…',
  'ends-in': '残り {{time}}',
  'go-on': '続けて見る',
  'ended-live-time-over': 'この施設の視聴時間が終わりました。',
  'ended-signed-out': 'セッションが終了しました。',
  'ended-codec-unknown': 'このブラウザーでは、このカメラの映像形式を再生できません。',
  'ended-live-disabled': 'この施設ではライブ映像が無効になっています。',
  'ended-not-found': 'このカメラは存在しないか、表示する権限がありません。',
  'ended-forbidden': 'この操作を行う権限がありません。',
  'ended-hub-offline': 'このカメラのハブが接続されていません。',
  'ended-camera-unreachable': 'カメラに接続できません。',
  'full-screen': '全画面',
}
