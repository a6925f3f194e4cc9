import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import * as z from 'zod';
import type { Answer } from '../../answers/named.js';
import { Public } from '../../access/access.js';
import { SigningKeys } from '../../evidence/signing-keys.js';

const keySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string().meta({ description: 'Its thumbprint (RFC 7638), as signatures name it.' }),
      createdAt: z.iso.datetime(),
      retiredAt: z.iso
        .datetime()
        .optional()
        .meta({ description: 'No longer signs; verifies what it signed until then.' }),
    }),
  ),
});

@ApiTags('Evidence')
@Controller('.well-known')
export class SigningKeyController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('counterfoil-signing-key')
  @Public()
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({ summary: 'The public keys that month files and log heads are signed with, as a JSON Web Key Set' })
  @ApiOkResponse({ standardSchema: keySet })
  async list(): Promise<Answer<typeof keySet>> {
    return { keys: [...(await this.keys.list())] };
  }
}
