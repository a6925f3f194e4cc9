import { Column, Entity, PrimaryColumn } from 'typeorm';
import { jsonColumn, timeColumn } from '../ground/columns.js';
import type { ConnectDetails } from './connect-details.js';

/** An authorisation that was begun in a browser and waits for the service's callback. */
@Entity('connection_requests')
export class ConnectionRequest {
  /** The hash of the `state`: only the browser knows the state itself. */
  @PrimaryColumn('text') stateHash!: string;
  /** PKCE, sealed. */
  @Column('text') verifier!: string;
  @Column(jsonColumn()) details!: ConnectDetails;
  @Column('text') actor!: string;
  /** The session in which it was begun, where there is one: the row goes with it. */
  @Column('text', { nullable: true }) sessionHash!: string | null;
  @Column(timeColumn()) createdAt!: Date;
  @Column(timeColumn()) expiresAt!: Date;
}
