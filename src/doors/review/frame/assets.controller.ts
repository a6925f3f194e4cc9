import { Controller, Get, Header, Req, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../../access/access.js';
import { notHere } from '../../../access/refusals.js';
import { assetAt } from './assets.js';

@Public()
@ApiExcludeController()
@Controller('assets')
export class AssetsController {
  @Get(':hash/:name')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  asset(@Req() request: Request): StreamableFile {
    const asset = assetAt(request.path);
    if (asset === undefined) throw notHere('such file');
    return new StreamableFile(asset.content, { type: asset.type });
  }
}
