/** What of a camera's settings its hub cannot put in force, Japanese. */
import type { SettingsErrorTexts } from './settings-error.en.ts'

export const settingsErrorJa: SettingsErrorTexts = {
  separator: '」「',
  'app-unknown': 'このバージョンのハブは「{{apps}}」を実行できません。',
  'bed-missing': '「{{app}}」には、ベッドの四隅を囲む範囲が必要です。',
  'model-file-missing': '高精度の転倒モデルのファイルがハブに設定されていません。標準モデルで判定しています。',
  'model-file-unreadable':
    'ハブが高精度の転倒モデルのファイルを読み取れません（{{detail}}）。標準モデルで判定しています。',
  'model-file-too-large': '高精度の転倒モデルのファイルが {{detail}} を超えています。標準モデルで判定しています。',
  'model-runtime-missing':
    'ハブで onnxruntime-node も onnxruntime-web も使えません（{{detail}}）。標準モデルで判定しています。',
  'model-not-onnx': '高精度の転倒モデルのファイルを ONNX として開けません（{{detail}}）。標準モデルで判定しています。',
  'model-unfit': '高精度の転倒モデルの形式が合いません（{{detail}}）。標準モデルで判定しています。',
  'model-too-slow': '高精度の転倒モデルが時間内に応答しませんでした。標準モデルで判定しています。',
  'model-too-hungry': '高精度の転倒モデルが {{detail}} を超えるメモリを使いました。標準モデルで判定しています。',
  'bad-address': 'ストリームのアドレスは rtsp:// または rtsps:// で始め、ホスト名を含めてください。',
  'scene-not-demo': 'scene: のアドレスは、デモ用に起動したハブ（--demo-scenes）でのみ使えます。',
  'not-understood': 'ハブが設定「{{path}}」に対応していません（{{detail}}）。ハブを更新してください。',
  'not-applied': 'ハブで設定を反映できませんでした：{{detail}}',
  other: '{{text}}',
  'model-failing': '高精度の転倒モデルでエラーが発生しました（{{detail}}）。標準モデルで判定しています。',
}
