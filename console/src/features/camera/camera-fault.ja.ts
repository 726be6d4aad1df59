/** What can be wrong with a camera's fields, Japanese. */
import type { CameraFaultTexts } from './camera-fault.en.ts'

export const cameraFaultJa: CameraFaultTexts = {
  'name-required': 'カメラ名を入力してください',
  'description-required': '説明を入力してください',
  'type-required': 'カメラの種類を選択してください',
  'brand-required': 'ブランドを入力してください',
  'model-required': '型番を入力してください',
  'stream-url-required': 'ストリームURLを入力してください',
  'location-required': '設置場所を入力してください',
  'streaming-id-required': 'ストリーミングIDを入力してください',
  'inactive-alert-minutes-required': '無通信とみなす時間を入力してください',
  'stream-url-scheme': 'ストリームURLは rtsp:// または rtsps:// で始めてください。',
  'installation-date-invalid': '日付として読み取れません。2026-04-01 のように入力してください。',
  'ip-address-invalid': 'IPアドレスの形式が正しくありません。',
  'mac-id-invalid': 'MACアドレスの形式が正しくありません。00:1A:2B:3C:4D:5E のように入力してください。',
  'extra-config-invalid': 'JSONオブジェクトではありません。{ で始まり } で終わる形で入力してください。',
  'privacy-level-required': 'レベルを選ぶか、マスクを1つ以上描いてください。',
  'not-a-number': '数値ではありません。',
  'word-unknown': '使用できない言葉です。',
  'unit-unknown': 'この名前のユニットはこの施設にありません。',
  'hub-unknown': 'この名前のハブはこの施設にありません。',
  'hub-required': 'この施設には複数のハブがあります。1つ選んでください。',
  'tag-unknown': 'この名前のタグはこの施設にありません。',
}
