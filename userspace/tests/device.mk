# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# What the tests of the device run in a guest; included by ../Makefile.

DEVICE_CHECKS := $(filter-out device_record,\
	$(basename $(notdir $(wildcard tests/device_*.c))))

device-tests: $(BUILD)/device_test $(BUILD)/device_record $(BUILD)/failnth

$(BUILD)/device_test: $(DEVICE_CHECKS:%=$(OBJ)/tests/%.o)
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -pthread -o $@ $^

$(BUILD)/device_record: $(OBJ)/tests/device_record.o
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

$(BUILD)/failnth: $(patsubst tests/%.c,$(OBJ)/tests/%.o,\
		$(wildcard tests/failnth*.c))
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

.PHONY: device-tests

# And what measures it, in a guest or without one.
device-bench: $(BUILD)/device_bench

$(BUILD)/device_bench: $(OBJ)/tests/speed.o $(LIB).a
	$(call say,LD)
	$(Q)$(CC) $(LDFLAGS) -o $@ $^

.PHONY: device-bench
