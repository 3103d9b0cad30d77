import { Module } from '@nestjs/common';
import { DrawnPictures } from './drawn-pictures.service';
import { PictureFiles } from './picture-files.service';
import { UnusedPictureRepository } from './unused-picture.repository';

@Module({
  providers: [DrawnPictures, PictureFiles, UnusedPictureRepository],
  exports: [DrawnPictures, PictureFiles],
})
export class PicturesModule {}
