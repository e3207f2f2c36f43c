import { defineTexts } from './texts.ts';

export const scanTexts = defineTexts({
  zh: {
    title: '扫描二维码',
    scan: '扫一扫',
    aim: '将二维码放入框内',
    starting: '正在打开相机…',
    video: '相机画面',
    refused: '无法使用相机',
    refusedText: '请在浏览器的网站设置中允许使用相机，然后重试；也可以选择一张二维码图片。',
    none: '没有可用的相机',
    noneText: '请选择一张二维码图片。',
    retry: '重试',
    picture: '选择图片',
    noReader: '识别功能加载失败，请检查网络后重试',
    noCode: '图片中没有识别到二维码',
    noAddress: '这个二维码不是地址',
  },
  en: {
    title: 'Scan a QR code',
    scan: 'Scan',
    aim: 'Hold the code into the frame',
    starting: 'Opening the camera …',
    video: 'What the camera sees',
    refused: 'The camera isn’t allowed',
    refusedText:
      'Allow the camera in the browser’s settings for this site and try again, or choose a picture of the code.',
    none: 'There is no camera',
    noneText: 'Choose a picture of the code.',
    retry: 'Try again',
    picture: 'Choose picture',
    noReader: 'What reads codes couldn’t be loaded: check your network, then try again',
    noCode: 'No QR code was found in the picture',
    noAddress: 'This code is no address',
  },
});
