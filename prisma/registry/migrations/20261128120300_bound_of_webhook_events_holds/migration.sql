-- Reads the tables, and lets everybody write meanwhile. So the rows are not read again while they are attached.
ALTER TABLE "webhook_event" VALIDATE CONSTRAINT "webhook_event_bound";
ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_bound";
