/** What of a camera's settings its hub cannot put in force, English. Keys: settingsError of the contract. */
export const settingsErrorEn = {
  separator: ', ',
  'app-unknown': 'This version of the hub cannot run {{apps}}.',
  'bed-missing': '{{app}} needs a region with the four corners of the bed.',
  'model-file-missing':
    'No file of an advanced fall model is set up on the hub. Falls are judged by the standard model.',
  'model-file-unreadable':
    'The hub cannot read the file of the advanced fall model ({{detail}}). Falls are judged by the standard model.',
  'model-file-too-large':
    'The file of the advanced fall model is larger than {{detail}}. Falls are judged by the standard model.',
  'model-runtime-missing':
    'Neither onnxruntime-node nor onnxruntime-web can be used on the hub ({{detail}}). Falls are judged by the standard model.',
  'model-not-onnx':
    'The file of the advanced fall model cannot be opened as ONNX ({{detail}}). Falls are judged by the standard model.',
  'model-unfit': 'The advanced fall model does not fit ({{detail}}). Falls are judged by the standard model.',
  'model-too-slow': 'The advanced fall model did not answer in time. Falls are judged by the standard model.',
  'model-too-hungry':
    'The advanced fall model used more than {{detail}} of memory. Falls are judged by the standard model.',
  'bad-address': 'The stream address must start with rtsp:// or rtsps:// and name a host.',
  'scene-not-demo': 'A scene: address works only on a hub that was started for the demo (--demo-scenes).',
  'not-understood': 'The hub does not understand the setting “{{path}}” ({{detail}}). Update the hub.',
  'not-applied': 'The hub could not put the settings in force: {{detail}}',
  other: '{{text}}',
  'model-failing': 'The advanced fall model failed ({{detail}}). Falls are judged by the standard model.',
}
export type SettingsErrorTexts = Record<keyof typeof settingsErrorEn, string>
