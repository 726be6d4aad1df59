/** Texts of the region page, Japanese. */
import type { CameraRegionTexts } from './camera-region.en.ts'

export const cameraRegionJa: CameraRegionTexts = {
  title: '検知エリア',
  masks: 'プライバシーマスク',
  'masks-help':
    'マスクの下はハブで塗りつぶされ、ライブ映像・録画・クリップ・静止画のどれにも写らず、検知もされません。ベッドや、転倒のおそれがある床にはかからないようにしてください。',
  layer: 'エリアの用途',
  back: 'カメラに戻る',
  saved: '変更を保存しました。',
  'leave-title': '保存せずに移動しますか？',
  'leave-text': '描いた内容はまだ保存されていません。「移動する」で破棄し、「確定する」で保存します。',
  leave: '移動する',
  confirm: '確定する',
}
